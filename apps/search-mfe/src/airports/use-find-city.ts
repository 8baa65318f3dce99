import type { FindCity } from '@fareline/contracts/pages';
import { runWhenIdle } from '@fareline/ui-theme';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { hasRequestedAirports, loadAirports } from './load-airports.ts';

/** City names by code, from the list of the picker, which is fetched when the page has nothing else to do. */
const cityNamesQueryOptions = queryOptions({
  queryKey: ['city-names'],
  queryFn: async () => {
    if (!hasRequestedAirports()) await new Promise<void>((resolve) => void runWhenIdle(resolve));
    const names = new Map((await loadAirports()).map(({ iata_code, city_name }) => [iata_code, city_name]));
    return (code: string) => names.get(code);
  },
  staleTime: Infinity,
  networkMode: 'always',
  retry: false,
});

const findNoCity: FindCity = () => undefined;

/** Finds city names; undefined until they are loaded. Without the list, pages show codes. */
export function useFindCity(): FindCity | undefined {
  const { data, isError } = useQuery(cityNamesQueryOptions);
  return isError ? findNoCity : data;
}
