import { listReleases } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

const refreshMs = 10_000;

/** What is released; read again while the screen is open, because visitors see errors meanwhile and others change it. */
export const releasesQueryOptions = queryOptions({
  queryKey: [listReleases.path],
  queryFn: ({ signal }) => call(listReleases, { signal }),
  retry: false,
  gcTime: 0,
  refetchInterval: refreshMs,
});
