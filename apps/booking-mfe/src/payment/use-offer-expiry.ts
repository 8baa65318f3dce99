import { toast } from '@fareline/ui-theme';
import { useEffect, useRef } from 'react';
import { useOfferValidity } from '../offer/use-offer-validity.ts';
import { isOfferUnavailable } from '../offer/verify-offer-validity.ts';

const checkEverySeconds = 15;
const warnUnderMinutes = 5;

/** Polls the offer while a card is being typed: warns of its end, and tells when it has come. (PAY-12 to PAY-14) */
export function useOfferExpiry(offerId: string, isPaused: boolean, onGone: (message: string) => void) {
  const check = useOfferValidity(offerId, checkEverySeconds, !isPaused);
  const told = useRef({ gone: false, minutes: Infinity });
  const gone = isOfferUnavailable(check);
  const minutes = check?.valid ? check.minutes_remaining : undefined;

  useEffect(() => {
    if (!gone || told.current.gone || isPaused) return;
    told.current.gone = true;
    onGone(check?.message ?? '');
  }, [gone, isPaused, check, onGone]);

  useEffect(() => {
    if (isPaused || minutes === undefined || minutes >= warnUnderMinutes) return;
    // Once on the way down and once more at the very end: a warning every minute would be noise.
    const shouldWarn = told.current.minutes === Infinity || (minutes <= 1 && told.current.minutes > 1);
    if (!shouldWarn) return;
    told.current.minutes = minutes;
    const left = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    toast({
      title: 'Offer Expiring Soon',
      description: `This price is held for ${left}. Please complete the booking before then.`,
    });
  }, [minutes, isPaused]);

  return check;
}
