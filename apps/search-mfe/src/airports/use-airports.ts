import { useQuery } from '@tanstack/react-query';
import { loadAirports } from './load-airports.ts';
import { indexAirports } from './rank-airports.ts';

/** The indexed airport list, loaded from the bundle when it is first needed, without an API call. (AIRPORT-08) */
export function useAirports(enabled: boolean) {
  return useQuery({
    queryKey: ['airports'],
    queryFn: async () => indexAirports(await loadAirports()),
    enabled,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    networkMode: 'always',
    // Refetches a failed load as soon as the browser is online again.
    refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
  });
}
