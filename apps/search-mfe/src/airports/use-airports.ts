import { useQuery } from '@tanstack/react-query';
import { loadAirports } from './load-airports.ts';
import { indexAirports } from './rank-airports.ts';

/** The airport list, loaded when it is first needed; no call is made. (AIRPORT-08) */
export function useAirports(needed: boolean) {
  return useQuery({
    queryKey: ['airports'],
    queryFn: async () => indexAirports(await loadAirports()),
    enabled: needed,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    networkMode: 'always',
    // The line is back: what failed is loaded without being asked for again.
    refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
  });
}
