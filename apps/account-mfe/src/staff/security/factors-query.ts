import { listFactors } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

/** The second factors of the signed-in member of staff. */
export const factorsQueryOptions = queryOptions({
  queryKey: [listFactors.path],
  queryFn: ({ signal }) => call(listFactors, { signal }),
  retry: false,
});
