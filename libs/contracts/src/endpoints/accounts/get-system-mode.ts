import type { Endpoint } from '../../endpoint.ts';
import type { SystemMode } from '../../schemas/account.ts';

/** Test or live. (MODE-01) */
export const getSystemMode: Endpoint<{
  response: SystemMode;
}> = {
  method: 'GET',
  path: '/api/system/mode',
};
