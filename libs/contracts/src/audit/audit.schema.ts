import '../validation-messages.ts';
import { z } from 'zod';
import { typedText } from '../common.schema.ts';
import { auditActions } from './audit-actions.ts';

const actionSchema = z.enum(auditActions);

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Facts about an action, such as old and new values; never a secret. */
const detailsSchema = z.record(
  z.string(),
  z.union([valueSchema, z.array(z.string()), z.object({ from: valueSchema, to: valueSchema })]),
);

/** One entry of the audit trail. (ACCOUNT-05) */
export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: z.string(),
    action: actionSchema,
    /** A user, an operator who ran a command, or the system itself, which has no id. */
    actor: z.object({
      kind: z.enum(['user', 'operator', 'system']),
      id: z.string().nullable(),
      name: z.string(),
    }),
    /** What the action was done to: a user name, a brand's id, a booking reference or id, the name of a list. */
    subject: z.string(),
    details: detailsSchema,
    ipAddress: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** A part of the audit trail, newest first. `next` is the cursor of the part that follows. */
export const auditPageSchema = z
  .object({ entries: z.array(auditEntrySchema), next: z.string().nullable() })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.output<typeof auditPageSchema>;

/** `text` is searched for in the names of actor and subject. */
export const auditQuerySchema = z.object({
  action: actionSchema.optional(),
  text: typedText().trim().max(100).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'Invalid input')
    .optional(),
});

/** An action of another service. `event_id` makes a repeated request add no second entry. */
export const auditEventSchema = z.object({
  event_id: z.uuid(),
  at: z.iso.datetime(),
  action: z.enum([
    'booking_claimed',
    'address_confirmed',
    'trip_closed',
    'cancellation_accepted',
    'refund_paid',
    'booking_reviewed',
    'case_planned',
    'case_closed',
    'record_read',
    'list_read',
    'read_limit_reached',
  ]),
  /** Whether the user acted, or the system on their behalf. */
  actor: z.enum(['user', 'system']),
  user_id: z.uuid().nullable(),
  subject: z.string().max(200),
  details: detailsSchema,
  ip_address: z.string().nullable(),
  request_id: z.string().nullable(),
});
