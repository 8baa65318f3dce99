import { getAdminSettings } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { queryOptions } from '@tanstack/react-query';

/** Mode and configuration of the services; requested anew at each visit of the screen. */
export const adminSettingsQueryOptions = queryOptions({
  queryKey: [getAdminSettings.path],
  queryFn: ({ signal }) => call(getAdminSettings, { signal }),
  retry: false,
  gcTime: 0,
});
