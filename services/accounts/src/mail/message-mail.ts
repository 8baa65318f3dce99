import { createHash } from 'node:crypto';
import { lines, paragraph, section, type MailContent } from '@fareline/mails';
import type { MailPayload } from '../db/schema.ts';

type Message = NonNullable<MailPayload['message']>;

/** A message of a customer to the brand. */
export const createMessageMail = ({ subject, replyTo, body }: Message): MailContent => ({
  subject,
  preheader: `The answer goes to ${replyTo}`,
  blocks: [lines(body)],
});

/** One mail with several messages of customers, whose texts name their senders. */
export const createDigestMail = (messages: readonly Message[]): MailContent => ({
  subject: `Contact form: ${messages.length} messages`,
  preheader: 'Each has the address of its sender',
  blocks: [
    paragraph(
      `There were too many messages for a mail each. Please answer each of these ${messages.length} to its own address (E-mail).`,
    ),
    ...messages.map(({ subject, body }) => section(subject, lines(body))),
  ],
});

/**
 * The Message-ID: that of a digest stands for exactly its messages, because a mail server may drop a mail whose id it has seen, and
 * a repeat may be of fewer or more.
 */
export const toMessageId = (ids: readonly string[]): string =>
  ids.length === 1 ? ids.join('') : createHash('sha256').update(ids.toSorted().join(' ')).digest('hex');
