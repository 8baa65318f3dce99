import type { VerifyResult } from '@fareline/contracts';
import { toast } from '@fareline/ui-theme';
import { useEffect, useRef } from 'react';

const warningMinutes = 5;

/** Warns below five minutes and again at one minute, because a warning every minute would distract. (PAY-14) */
export function useExpiryWarning(check: VerifyResult | undefined, isPaused = false) {
  const warnedAt = useRef(Infinity);
  const minutes = check?.valid ? check.minutes_remaining : undefined;
  useEffect(() => {
    if (isPaused || minutes === undefined || minutes >= warningMinutes) return;
    const shouldWarn = warnedAt.current === Infinity || (minutes <= 1 && warnedAt.current > 1);
    if (!shouldWarn) return;
    warnedAt.current = minutes;
    const left = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    toast({
      title: 'Offer Expiring Soon',
      description: `This price is held for ${left}. Please complete the booking before then.`,
    });
  }, [minutes, isPaused]);
}
