import { z } from 'zod';

/**
 * What a service needs for live mode and does not have: names of settings, by the provider that they belong to. Never their values;
 * not for browsers.
 */
export const providerKeysSchema = z.object({
  missing: z.object({ duffel: z.array(z.string()), stripe: z.array(z.string()) }),
  /** Whether sandboxes take the place of the providers. */
  isSandbox: z.boolean(),
});
