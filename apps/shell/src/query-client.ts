import { readQueryKey } from '@fareline/contracts/client';
import { QueryClient } from '@tanstack/react-query';

/** One cache for the whole page. Nothing is retried, goes stale or is fetched again behind the visitor's back. (REQUEST-03 to REQUEST-05) */
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
