import { useQuery } from '@tanstack/react-query';
import { verifyOfferValidity } from './verify-offer-validity.ts';

/** Checks the offer on mount and then every `intervalSeconds`, until it has expired. (PAX-24, PAY-12) */
export function useOfferValidity(offerId: string, intervalSeconds: number, enabled = true) {
  const { data } = useQuery({
    queryKey: ['offer-validity', offerId, intervalSeconds],
    queryFn: ({ signal }) => verifyOfferValidity(offerId, signal),
    enabled,
    refetchInterval: (query) =>
      query.state.data?.error === 'OFFER_EXPIRED' ? false : intervalSeconds * 1000,
    staleTime: 0,
    gcTime: 0,
  });
  return data;
}
