import { readQueryKey } from '@fareline/contracts/client';
import { notifyManager, QueryClient } from '@tanstack/react-query';

/** The query cache of the page, without retries, staleness and background refetches. (REQUEST-03 to REQUEST-05) */
export function createQueryClient(): QueryClient {
  // A button is seen as busy before the next press; with the library's timer, a second press is sent too.
  notifyManager.setScheduler(queueMicrotask);
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
