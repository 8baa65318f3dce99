import { z } from 'zod';
import { factorKindSchema } from '../factors/factor.schema.ts';

/** An account with a role, as who runs the site sees it. (GUARD-07) */
export const staffMemberSchema = z
  .object({
    id: z.uuid(),
    username: z.string(),
    email: z.string(),
    role: z.enum(['administrator', 'support']),
    /** Kinds of second factors, each once. */
    factors: z.array(factorKindSchema),
    /** Sessions in which the account is signed in, and when one was last used; null without one. */
    sessions: z.number(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'StaffMember' });
export type StaffMember = z.output<typeof staffMemberSchema>;
