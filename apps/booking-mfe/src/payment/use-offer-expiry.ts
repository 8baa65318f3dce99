import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { offerValidityQueryOptions } from '../offer/offer-queries.ts';
import { useExpiryWarning } from '../offer/use-expiry-warning.ts';
import { isOfferUnavailable } from '../offer/verify-offer-validity.ts';

const checkIntervalSeconds = 15;

/** Polls the offer on the payment step: warns before it expires and calls `onExpired` when it has. (PAY-12 to PAY-14) */
export function useOfferExpiry(offerId: string, isPaused: boolean, onExpired: (message: string) => void) {
  const { data: check } = useQuery({
    ...offerValidityQueryOptions(offerId, checkIntervalSeconds),
    enabled: !isPaused,
  });
  const isNotified = useRef(false);
  const isExpired = isOfferUnavailable(check);
  useExpiryWarning(check, isPaused);

  useEffect(() => {
    if (!isExpired || isNotified.current || isPaused) return;
    isNotified.current = true;
    onExpired(check?.message ?? '');
  }, [isExpired, isPaused, check, onExpired]);

  return check;
}
