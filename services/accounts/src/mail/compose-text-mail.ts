import type { ComposeMail } from './outbox.ts';

/** A mail whose text was complete when it was queued. */
export const composeTextMail: ComposeMail = async (_deps, { subject: to, payload: { message } }) =>
  message && { to, replyTo: message.replyTo, subject: message.subject, text: message.body };
