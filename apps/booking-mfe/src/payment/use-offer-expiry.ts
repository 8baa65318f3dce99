import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { offerValidityQueryOptions } from '../offer/offer-queries.ts';
import { useExpiryWarning } from '../offer/use-expiry-warning.ts';
import { isOfferUnavailable } from '../offer/verify-offer-validity.ts';
import { toExpiryMessage } from './failures.ts';

const checkIntervalSeconds = 15;

/** Polls the offer on the payment step: warns before it expires and calls `onExpired` when it has. (PAY-12 to PAY-14) */
export function useOfferExpiry(
  offerId: string,
  isPaused: boolean,
  onExpired: (title: string, message: string) => void,
) {
  const { data: check } = useQuery({
    ...offerValidityQueryOptions(offerId, checkIntervalSeconds),
    enabled: !isPaused,
  });
  const isNotified = useRef(false);
  useExpiryWarning(check, isPaused);

  useEffect(() => {
    if (!isOfferUnavailable(check) || isNotified.current || isPaused) return;
    isNotified.current = true;
    onExpired(toExpiryMessage(check.error, check.message).title, check.message);
  }, [isPaused, check, onExpired]);

  return check;
}
