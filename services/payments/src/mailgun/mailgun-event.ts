import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** A mail that did not arrive and will not, or that its receiver has reported as spam. */
export interface Bounce {
  kind: 'bounced' | 'complained';
  /** The Message-ID of the mail, without brackets. */
  messageId: string;
  address: string;
  /** Text of the receiver's mail server. */
  reason: string;
}

export interface MailEvent {
  id: string;
  /** Null of an event that needs nothing: a mail arrived, or is tried again. */
  bounce: Bounce | null;
}

/** The webhook of Mailgun, whose events have the Message-ID with which a mail was sent by SMTP. */
const bodySchema = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,12}$/),
    token: z.string().min(1),
    signature: z.string().regex(/^[\da-f]{64}$/),
  }),
  'event-data': z.object({ id: z.string().min(1), event: z.string() }),
});

const bounceSchema = z.object({
  'event-data': z.object({
    event: z.enum(['failed', 'complained']),
    /** Set for `failed`: `temporary` while the mail server tries again. */
    severity: z.string().optional(),
    recipient: z.string(),
    message: z.object({ headers: z.object({ 'message-id': z.string() }) }),
    'delivery-status': z
      .object({ message: z.string().nullish(), description: z.string().nullish() })
      .optional(),
  }),
});

/** An event is sent again for eight hours while it is not accepted, and may keep its signature. */
const toleranceSeconds = 24 * 3600;
const maxReason = 300;

function isSigned(
  { timestamp, token, signature }: z.output<typeof bodySchema>['signature'],
  secret: string,
): boolean {
  const age = Date.now() / 1000 - Number(timestamp);
  const expected = createHmac('sha256', secret).update(`${timestamp}${token}`).digest();
  return Math.abs(age) <= toleranceSeconds && timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

function findBounce(body: unknown): Bounce | null {
  const parsed = bounceSchema.safeParse(body);
  if (!parsed.success) return null;
  const { event, severity, recipient, message, ...data } = parsed.data['event-data'];
  if (event === 'failed' && severity !== 'permanent') return null;
  const status = data['delivery-status'];
  return {
    kind: event === 'failed' ? 'bounced' : 'complained',
    messageId: message.headers['message-id'].replace(/^<|>$/g, ''),
    address: recipient,
    reason: (status?.message || status?.description || '').slice(0, maxReason),
  };
}

/** Returns undefined unless the body is an event that was signed with the secret. */
export function parseMailgunEvent(text: string, secret: string | undefined): MailEvent | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const { signature, 'event-data': event } = bodySchema.parse(body);
    if (!secret || !isSigned(signature, secret)) return undefined;
    return { id: event.id, bounce: findBounce(body) };
  } catch {
    return undefined;
  }
}
