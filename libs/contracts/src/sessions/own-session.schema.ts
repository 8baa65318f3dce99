import { z } from 'zod';

/** A browser in which an account is signed in, as its owner sees it. (GUARD-07) */
export const ownSessionSchema = z
  .object({
    id: z.uuid(),
    /** The browser and its system in words; null where they are not known. */
    device: z.string().nullable(),
    /** Where the sign-in came from: `192.0.2.…`, or the /48 of an IPv6 address; null where it is not known. */
    network: z.string().nullable(),
    signedInAt: z.string(),
    /** To the minute. */
    lastUsedAt: z.string(),
    /** Whether it is the session of the request. */
    isThis: z.boolean(),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.output<typeof ownSessionSchema>;
