import { getAlternativePrices, type AlternativePrices } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { toSearchRequest, type SearchQuery } from '../search-query/search-query.ts';

const minute = 60_000;

export const alternativePricesQueryOptions = (query: SearchQuery) => {
  const search = toSearchRequest(query);
  return queryOptions({
    queryKey: [getAlternativePrices.path, search],
    queryFn: ({ signal }) => call(getAlternativePrices, { query: search, signal }),
    staleTime: minute,
    retry: false,
  });
};

/** Seen prices of other days and nearby airports; undefined until they are loaded and if the request fails. */
export const useAlternativePrices = (query: SearchQuery): AlternativePrices | undefined =>
  useQuery(alternativePricesQueryOptions(query)).data;
