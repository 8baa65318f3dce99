import { getOffer } from '@fareline/contracts';
import { call, retryWhenBusy } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

/** The bags that the airline sells with an offer; none without paid bags. (EXTRA-01) */
export const bagsQueryOptions = (offerId: string) =>
  queryOptions({
    queryKey: ['bags', offerId],
    queryFn: async ({ signal }) => {
      const offer = await call(getOffer, { params: { id: offerId }, query: { extras: 'required' }, signal });
      return offer?.bags ?? [];
    },
    staleTime: Infinity,
    ...retryWhenBusy(),
  });
