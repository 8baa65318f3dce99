import { createHmac, timingSafeEqual } from 'node:crypto';
import { classifyRefusal } from '@fareline/service-kit/mail';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';

/** `bounced`: the address does not exist; `full`: its mailbox does not take it now; `refused`: our mails are not taken. (CARE-04) */
export const bounceKinds = ['bounced', 'full', 'refused', 'complained'] as const;
type BounceKind = (typeof bounceKinds)[number];

const kinds = { address: 'bounced', mailbox: 'full', sender: 'refused' } as const;

/** A mail that did not arrive and will not, or that its receiver has reported as spam. */
export interface Bounce {
  kind: BounceKind;
  /** The Message-ID of the mail, without brackets. */
  messageId: string;
  address: string;
  /** Text of the receiver's mail server. */
  reason: string;
}

export interface MailEvent {
  id: string;
  /** What was signed, once for an event. */
  token: string;
  /** Null of an event that needs nothing: a mail arrived, or is tried again. */
  bounce: Bounce | null;
}

/** The webhook of Mailgun, whose events have the Message-ID with which a mail was sent by SMTP. */
const signedSchema = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,12}$/),
    token: z.string().min(1),
    signature: z.string().regex(/^[\da-f]{64}$/),
  }),
});

const eventSchema = z.object({ 'event-data': z.object({ id: z.string().min(1), event: z.string() }) });

const bounceSchema = z.object({
  'event-data': z.object({
    event: z.enum(['failed', 'complained']),
    /** Set for `failed`: `temporary` while the mail server tries again. */
    severity: z.string().optional(),
    recipient: z.string(),
    message: z.object({ headers: z.object({ 'message-id': z.string() }) }),
    'delivery-status': z
      .object({
        code: z.coerce.string().optional(),
        'enhanced-code': z.coerce.string().optional(),
        message: z.string().nullish(),
        description: z.string().nullish(),
      })
      .optional(),
  }),
});

/** An event is sent again for eight hours while it is not accepted, and may keep its signature. */
const toleranceSeconds = 9 * 3600;
const maxReason = 300;

function isSigned(
  { timestamp, token, signature }: z.output<typeof signedSchema>['signature'],
  secret: string,
): boolean {
  const age = Date.now() / 1000 - Number(timestamp);
  const expected = createHmac('sha256', secret).update(`${timestamp}${token}`).digest();
  return Math.abs(age) <= toleranceSeconds && timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

/** Replies of SMTP that a server gives without a status: it does not take mails now, or the mailbox is full. (RFC 5321) */
const mailboxReply = /^(4\d\d|552)$/;

/** Mailgun has the status in a field of its own or in the words of the mail server, and often only the reply. */
function toKind(
  status: z.output<typeof bounceSchema>['event-data']['delivery-status'],
  reason: string,
): BounceKind {
  const { code = '', 'enhanced-code': enhanced = '' } = status ?? {};
  const byReply = mailboxReply.test(code) ? 'mailbox' : 'address';
  return kinds[classifyRefusal(`${enhanced} ${reason}`) ?? byReply];
}

function findBounce(body: unknown): Bounce | null {
  const parsed = bounceSchema.safeParse(body);
  if (!parsed.success) return null;
  const { event, severity, recipient, message, ...data } = parsed.data['event-data'];
  if (event === 'failed' && severity !== 'permanent') return null;
  const status = data['delivery-status'];
  const reason = (status?.message || status?.description || '').slice(0, maxReason);
  return {
    kind: event === 'failed' ? toKind(status, reason) : 'complained',
    messageId: message.headers['message-id'].replace(/^<|>$/g, ''),
    address: recipient,
    reason,
  };
}

/** Returns undefined unless the body was signed with the secret. One that is no event is one of its own, which uses up its token. */
export function parseMailgunEvent(text: string, secret: string | undefined): MailEvent | undefined {
  const body = parseJson(text);
  const signed = signedSchema.safeParse(body);
  if (!secret || !signed.success || !isSigned(signed.data.signature, secret)) return undefined;
  const { token } = signed.data.signature;
  const event = eventSchema.safeParse(body);
  if (!event.success) return { id: `none ${token}`, token, bounce: null };
  return { id: event.data['event-data'].id, token, bounce: findBounce(body) };
}
