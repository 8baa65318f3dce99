import type { ComposeMail } from './outbox.repository.ts';

/** A mail whose text was complete when it was queued. */
export const composeTextMail: ComposeMail = async (_deps, { recipient, reply_to, subject, body }) =>
  recipient === null || subject === null || body === null
    ? undefined
    : { to: recipient, subject, text: body, ...(reply_to ? { replyTo: reply_to } : {}) };
