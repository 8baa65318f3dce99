import { z } from 'zod';

/** A public ES256 key as a JWK (RFC 7517, RFC 7518). */
export const sessionKeySchema = z.object({
  kid: z.string(),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
});
export type SessionKey = z.output<typeof sessionKeySchema>;

/**
 * The second factor in a session: `none` is asked for, it is `owed` after the password was entered, or it was `shown`. (GUARD-03)
 */
export const sessionFactorSchema = z.enum(['none', 'owed', 'shown']);
export type SessionFactor = z.output<typeof sessionFactorSchema>;

/** Where a session works: where the administration has an origin of its own, no session is for both. (GUARD-04) */
export const sessionAudienceSchema = z.enum(['fareline', 'fareline-staff']);
export type SessionAudience = z.output<typeof sessionAudienceSchema>;
