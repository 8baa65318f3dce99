import { useQuery } from '@tanstack/react-query';
import { verifyOfferValidity } from './verify-offer-validity.ts';

/** Checks the offer at once and then every `seconds`; an offer that is gone is not asked about again. (PAX-24, PAY-12) */
export function useOfferValidity(offerId: string, seconds: number, enabled = true) {
  const { data } = useQuery({
    queryKey: ['offer-validity', offerId, seconds],
    queryFn: ({ signal }) => verifyOfferValidity(offerId, signal),
    enabled,
    refetchInterval: (query) => (query.state.data?.error === 'OFFER_EXPIRED' ? false : seconds * 1000),
    staleTime: 0,
    gcTime: 0,
  });
  return data;
}
