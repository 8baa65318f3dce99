import type { Brand } from '@fareline/contracts';
import { renderMail, type MailContent } from '@fareline/mails';
import { findRefusal } from '@fareline/service-kit/mail';
import type { Outbox } from '@fareline/service-kit/outbox';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import { mailKinds, type MailKind, type MailPayload, type OutboxKind } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { giveCasesBack } from '../cases/give-cases-back.ts';
import { createDigestMail, createMessageMail, toMessageId } from './message-mail.ts';
import type { Mail } from './outbox.repository.ts';

interface ComposedMail {
  to: string;
  replyTo?: string;
  autoSubmitted?: 'auto-replied' | 'no';
  /** Sends the mail, which is in its look. (HOST-03) */
  brand: Brand;
  /** Where the mail's links lead. */
  origin: string;
  content: MailContent;
}

/** Composes a mail when it is sent; undefined if it must not be sent. Tokens are committed first, so that every sent link works. */
export type ComposeMail = (
  deps: Pick<Deps, 'config' | 'db'>,
  mail: Mail,
) => Promise<ComposedMail | undefined>;

export type MailComposers = Readonly<Record<MailKind, ComposeMail>>;

/** A mail whose text was complete when it was queued. */
export const composeTextMail: ComposeMail = async ({ db }, { subject: to, payload }) => {
  const { message, origin } = payload;
  if (!message) return undefined;
  const brand = await findBrandOrDefault(db, payload.brand);
  const content = createMessageMail(message);
  return { to, replyTo: message.replyTo, autoSubmitted: 'no', brand, origin, content };
};

async function composeDigest({ db }: Pick<Deps, 'db'>, mails: readonly [Mail, ...Mail[]]) {
  const [{ subject: to, payload }] = mails;
  const messages = mails.flatMap(({ payload: { message } }) => message ?? []);
  const brand = await findBrandOrDefault(db, payload.brand);
  const content = createDigestMail(messages);
  return { to, autoSubmitted: 'no' as const, brand, origin: payload.origin, content };
}

const giveUpAfterMs = 24 * 3600_000;
/** A message of a customer must not be lost in an outage of the mail server. */
const giveUpMessageAfterMs = 30 * giveUpAfterMs;

/**
 * The mails of the service, of which several messages of customers to the same mailbox are sent in one, and its calls to payments.
 * (MAIL-02, LIMIT-05, GUARD-07)
 */
export function createOutbox(
  { config, db, sendMail, log }: Pick<Deps, 'config' | 'db' | 'sendMail' | 'log'>,
  composers: MailComposers,
): Outbox<OutboxKind, MailPayload> {
  const deliver = async (mails: readonly [Mail, ...Mail[]], fence: () => Promise<void>) => {
    const [mail] = mails;
    const composed =
      mails.length > 1
        ? await composeDigest({ db }, mails)
        : await composers[mail.kind]({ config, db }, mail);
    if (!composed) {
      // Nothing must tell that the address was entered.
      await db.deleteFrom('outbox').where('id', '=', mail.id).execute();
      return;
    }
    const { brand, origin, content, ...message } = composed;
    await fence();
    await sendMail({
      id: toMessageId(mails.map(({ id }) => id)),
      fromName: brand.name,
      ...message,
      ...renderMail(brand, origin, content),
    }).catch((error: unknown) => {
      // The mailbox of a brand can be mended, and what a customer wrote must not be lost.
      if (mail.kind === 'text' || findRefusal(error) === undefined) throw error;
      log.warn({ kind: mail.kind }, 'mail given up, because its address is refused for good');
    });
  };
  return {
    db,
    log,
    leaseMs: 15_000,
    retry: { RETRY_BASE_MS: 1000, RETRY_MAX_MS: 600_000 },
    kinds: {
      ...(Object.fromEntries(
        mailKinds.map((kind) => [
          kind,
          { deliver, giveUpAfterMs: kind === 'text' ? giveUpMessageAfterMs : giveUpAfterMs },
        ]),
      ) as Outbox<MailKind, MailPayload>['kinds']),
      'give-cases-back': { deliver: ([{ subject }]) => giveCasesBack(config, subject) },
    } as Outbox<OutboxKind, MailPayload>['kinds'],
  };
}
