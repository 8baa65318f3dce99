import type { SendMail } from '@fareline/service-kit/mail';
import type { Outbox } from '@fareline/service-kit/outbox';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { Database, MailKind, MailPayload } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { composeDigest, toMessageId } from './compose-digest.ts';
import type { Mail } from './outbox.repository.ts';

interface Message extends Omit<Parameters<SendMail>[0], 'id'> {
  /** Id of the brand that sends the mail, where it is not the one that the mail was asked for on. */
  brand?: string;
}

/** Composes a mail when it is sent; undefined if it must not be sent. Tokens are committed first, so that every sent link works. */
export type ComposeMail = (deps: Pick<Deps, 'config' | 'db'>, mail: Mail) => Promise<Message | undefined>;

export type MailComposers = Readonly<Record<MailKind, ComposeMail>>;

/** A mail whose text was complete when it was queued. */
export const composeTextMail: ComposeMail = async (_deps, { subject: to, payload: { message } }) =>
  message && { to, replyTo: message.replyTo, subject: message.subject, text: message.body };

/** Adds the brand as sender and, to a mail to a user, its name and phone number as last lines. (HOST-03) */
async function addBrand(
  db: Database,
  { kind, payload }: Mail,
  { brand = payload.brand, ...message }: Message,
): Promise<Omit<Message, 'brand'>> {
  const { name, contact } = await findBrandOrDefault(db, brand);
  if (kind === 'text') return { fromName: name, ...message };
  const signature = [...(contact.phone ? [`Questions? Call us on ${contact.phone}.`] : []), name];
  return { fromName: name, ...message, text: [message.text, '', ...signature].join('\n') };
}

const giveUpAfterMs = 24 * 3600_000;
/** A message of a customer must not be lost in an outage of the mail server. */
const giveUpMessageAfterMs = 30 * giveUpAfterMs;

/** The mails of the service; several messages of customers to the same mailbox are sent in one. (MAIL-02, LIMIT-05) */
export function createOutbox(
  { config, db, sendMail, log }: Pick<Deps, 'config' | 'db' | 'sendMail' | 'log'>,
  composers: MailComposers,
): Outbox<MailKind, MailPayload> {
  const deliver = async (mails: readonly [Mail, ...Mail[]]) => {
    const [mail] = mails;
    const message =
      mails.length > 1 ? composeDigest(mails) : await composers[mail.kind]({ config, db }, mail);
    if (message)
      await sendMail({
        id: toMessageId(mails.map(({ id }) => id)),
        ...(await addBrand(db, mail, message)),
      });
    // Nothing must tell that the address was entered.
    else await db.deleteFrom('outbox').where('id', '=', mail.id).execute();
  };
  return {
    db,
    log,
    leaseMs: 15_000,
    retry: { RETRY_BASE_MS: 1000, RETRY_MAX_MS: 600_000 },
    kinds: Object.fromEntries(
      Object.keys(composers).map((kind) => [
        kind,
        { deliver, giveUpAfterMs: kind === 'text' ? giveUpMessageAfterMs : giveUpAfterMs },
      ]),
    ) as Outbox<MailKind, MailPayload>['kinds'],
  };
}
