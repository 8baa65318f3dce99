import { z } from 'zod';

/** What a message asks for that support does: a price match with its credit, or a place on the newsletter's list. */
const contactCaseKinds = ['price-guarantee', 'newsletter'] as const;
export type ContactCaseKind = (typeof contactCaseKinds)[number];

/** A promise that support keeps for an address. (HOME-10, CONTACT-04, PROMISE-07) */
export const contactCaseSchema = z
  .object({
    id: z.string(),
    kind: z.enum(contactCaseKinds),
    /** The brand's id. */
    brand: z.string(),
    name: z.string(),
    email: z.string(),
    /** The beginning of what was written about it; null for a newsletter. */
    message: z.string().nullable(),
    openedAt: z.string(),
    closedAt: z.string().nullable(),
    /** User name of who closed it. */
    closedBy: z.string().nullable(),
  })
  .meta({ id: 'ContactCase' });
export type ContactCase = z.output<typeof contactCaseSchema>;

/** Open cases, the oldest first, or closed ones, the last closed first. `next` is the cursor of the part that follows. */
export const contactCasePageSchema = z
  .object({ cases: z.array(contactCaseSchema), total: z.int(), next: z.string().nullable() })
  .meta({ id: 'ContactCasePage' });
export type ContactCasePage = z.output<typeof contactCasePageSchema>;

export const contactCaseQuerySchema = z.object({
  status: z.enum(['open', 'closed']).default('open'),
  cursor: z.uuid().optional(),
});

export const contactCaseParamsSchema = z.object({ id: z.uuid() });
