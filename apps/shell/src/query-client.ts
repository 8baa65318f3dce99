import { readQueryKey } from '@fareline/contracts/client';
import { QueryClient } from '@tanstack/react-query';

/** The query cache of the page, without retries, staleness and background refetches. (REQUEST-03 to REQUEST-05) */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readQueryKey,
        retry: false,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  });
}
