import { queryOptions } from '@tanstack/react-query';
import { loadAirports } from './load-airports.ts';
import { indexAirports } from './rank-airports.ts';

/** The indexed airport list, loaded from the bundle without an API call. (AIRPORT-08) */
export const airportsQueryOptions = queryOptions({
  queryKey: ['airports'],
  queryFn: async () => indexAirports(await loadAirports()),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  networkMode: 'always',
  // Refetches a failed load as soon as the browser is online again.
  refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
});
