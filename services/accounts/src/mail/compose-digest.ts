import { createHash } from 'node:crypto';
import type { Mail } from './outbox.repository.ts';

/** One mail with several messages of customers, whose texts name their senders. */
export const composeDigest = (mails: readonly [Mail, ...Mail[]]) => ({
  to: mails[0].subject,
  subject: `Contact form: ${mails.length} messages`,
  text: [
    `There were too many messages for a mail each. Please answer each of these ${mails.length} to its own address (E-mail).`,
    ...mails.map(({ payload }) => payload.message?.body ?? ''),
  ].join(`\n\n${'-'.repeat(60)}\n\n`),
});

/**
 * The Message-ID: that of a digest stands for exactly its messages, because a mail server may drop a mail whose id it has seen, and
 * a repeat may be of fewer or more.
 */
export const toMessageId = (ids: readonly string[]): string =>
  ids.length === 1 ? ids.join('') : createHash('sha256').update(ids.toSorted().join(' ')).digest('hex');
