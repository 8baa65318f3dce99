import { listBrands } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

/** All brands. (ADMIN-16) */
export const brandsQueryOptions = queryOptions({
  queryKey: [listBrands.path],
  queryFn: ({ signal }) => call(listBrands, { signal }),
  retry: false,
});
