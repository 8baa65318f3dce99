import { getSystemMode } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

/** Whether real cards are charged. (PAY-08, MODE-02) */
export const systemModeQueryOptions = queryOptions({
  queryKey: [getSystemMode.path],
  queryFn: ({ signal }) => call(getSystemMode, { signal }),
  retry: false,
});
