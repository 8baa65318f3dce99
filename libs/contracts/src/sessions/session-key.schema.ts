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
