import { toast } from '@fareline/ui-theme';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { offerValidityQueryOptions } from '../offer/offer-queries.ts';
import { isOfferUnavailable } from '../offer/verify-offer-validity.ts';

const checkIntervalSeconds = 15;
const warningMinutes = 5;

/** Polls the offer on the payment step: warns before it expires and calls `onExpired` when it has. (PAY-12 to PAY-14) */
export function useOfferExpiry(offerId: string, isPaused: boolean, onExpired: (message: string) => void) {
  const { data: check } = useQuery({
    ...offerValidityQueryOptions(offerId, checkIntervalSeconds),
    enabled: !isPaused,
  });
  const notified = useRef({ expired: false, minutes: Infinity });
  const isExpired = isOfferUnavailable(check);
  const minutes = check?.valid ? check.minutes_remaining : undefined;

  useEffect(() => {
    if (!isExpired || notified.current.expired || isPaused) return;
    notified.current.expired = true;
    onExpired(check?.message ?? '');
  }, [isExpired, isPaused, check, onExpired]);

  useEffect(() => {
    if (isPaused || minutes === undefined || minutes >= warningMinutes) return;
    // Warns below five minutes and again at one minute, because a warning every minute would distract.
    const shouldWarn =
      notified.current.minutes === Infinity || (minutes <= 1 && notified.current.minutes > 1);
    if (!shouldWarn) return;
    notified.current.minutes = minutes;
    const left = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    toast({
      title: 'Offer Expiring Soon',
      description: `This price is held for ${left}. Please complete the booking before then.`,
    });
  }, [minutes, isPaused]);

  return check;
}
