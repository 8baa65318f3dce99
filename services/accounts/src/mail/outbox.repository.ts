import { AppError } from '@fareline/service-kit/app-error';
import type { SendMail } from '@fareline/service-kit/mail';
import { sql, type Selectable } from 'kysely';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { Database, MailKind, OutboxTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { composeDigest, toMessageId } from './compose-digest.ts';

/** The site that the request for a mail was made on. */
export interface MailSite {
  /** Brand key. */
  brand: string;
  /** Where the mail's links lead. */
  origin: string;
}

/** A mail to a user, to an address that may have no account, or with a text that contains no secret. */
export type NewMail = MailSite &
  (
    | { kind: 'email-verification' | 'password-changed'; userId: string }
    | { kind: 'password-reset'; recipient: string }
    | { kind: 'text'; recipient: string; replyTo: string | null; subject: string; body: string }
  );

type OutboxMail = Selectable<OutboxTable>;

type Message = Omit<Parameters<SendMail>[0], 'id'>;

/** Composes a mail when it is sent; undefined if it must not be sent. Tokens are committed first, so that every sent link works. */
export type ComposeMail = (
  deps: Pick<Deps, 'config' | 'db'>,
  mail: OutboxMail,
) => Promise<Message | undefined>;

export type MailComposers = Readonly<Record<MailKind, ComposeMail>>;

/** Mails of one kind that may wait, as they do while the mail server is down. (LIMIT-06) */
const maxWaiting = 1000;
const queueRetryAfterSeconds = 60;

/**
 * Throws SERVICE_UNAVAILABLE when too many mails of a kind wait, for requests that anyone can make. Concurrent requests may exceed the
 * limit by the connections of the pools; mails about what has happened are always inserted. (LIMIT-06)
 */
export async function requireMailQueue(db: Database, kind: MailKind): Promise<void> {
  const { rows } = await sql`
    select from outbox where kind = ${kind} and sent_at is null and given_up_at is null
    offset ${maxWaiting - 1} limit 1`.execute(db);
  if (rows.length > 0)
    throw new AppError('SERVICE_UNAVAILABLE', {
      message: 'Our mail is delayed right now. Please try again in a minute.',
      retryAfterSeconds: queueRetryAfterSeconds,
      limit: 'mail_queue',
    });
}

/** The mails of all kinds that are neither sent nor given up. */
export async function countWaitingMails(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** All mails of a digest are due at the same moment, by which they are recognised. */
const nextDigestAt = sql<Date>`date_trunc('minute', now()) + interval '1 minute'`;

/**
 * Inserts a mail into the outbox and returns its id. Call it in the transaction of the event that causes the mail; the
 * send-mail job, or the sweep, sends it: at once, or in the digest of the next minute. (MAIL-02)
 */
export async function insertMail(
  db: Database,
  mail: NewMail,
  { inDigest = false }: { inDigest?: boolean } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('outbox')
    .values({
      kind: mail.kind,
      brand: mail.brand,
      origin: mail.origin,
      next_attempt_at: inDigest ? nextDigestAt : sql<Date>`now()`,
      ...('userId' in mail ? { user_id: mail.userId } : { recipient: mail.recipient }),
      ...(mail.kind === 'text' ? { reply_to: mail.replyTo, subject: mail.subject, body: mail.body } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const maxRetryDelaySeconds = 600;
const giveUpAfterMs = 24 * 3600_000;
/** A message of a customer must not be lost in an outage of the mail server. */
const giveUpMessageAfterMs = 30 * giveUpAfterMs;
const retentionDays = 7;
/** Rows that one statement deletes, so that it holds few locks and does not run into the query timeout. */
const purgeBatchSize = 1000;

/** Milliseconds until the next attempt to send a mail, at least 50; undefined if there will be none. */
export async function msUntilMailDue(db: Database, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select(sql<number>`greatest(50, extract(epoch from (next_attempt_at - now())) * 1000)::float8`.as('ms'))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst();
  return row?.ms;
}

/** Adds the brand as sender and, to a mail to a user, its name and phone number as last lines. (HOST-03) */
async function addBrand(db: Database, { brand, kind }: OutboxMail, message: Message): Promise<Message> {
  const { name, contact } = await findBrandOrDefault(db, brand);
  if (kind === 'text') return { fromName: name, ...message };
  const signature = [...(contact.phone ? [`Questions? Call us on ${contact.phone}.`] : []), name];
  return { fromName: name, ...message, text: [message.text, '', ...signature].join('\n') };
}

/** Removed as soon as a mail is sent or given up. (ACCOUNT-03) */
const noContent = { reply_to: null, subject: null, body: null };

/** Messages of one digest: with the longest ones still a mail that mail servers accept. */
const maxDigestMails = 100;

/** Locks the other messages of customers to the same mailbox that are due at the same moment, which are sent in one mail. (LIMIT-05) */
const findDigest = async (trx: Database, due: OutboxMail): Promise<OutboxMail[]> =>
  due.reply_to === null
    ? []
    : trx
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('kind', '=', due.kind)
        .where('reply_to', 'is not', null)
        .where('recipient', '=', due.recipient)
        .where('brand', '=', due.brand)
        // In the database, because a Date has no microseconds.
        .where('next_attempt_at', '=', (eb) =>
          eb.selectFrom('outbox as first').select('first.next_attempt_at').where('first.id', '=', due.id),
        )
        .where('id', '!=', due.id)
        .orderBy('created_at')
        .limit(maxDigestMails - 1)
        .forUpdate()
        .skipLocked()
        .execute();

/**
 * Sends all due mails, or only the one with this id if it is due, with its digest. Each is locked in a separate transaction, so
 * that two workers never send the same one. A mail that could not be sent for 24 hours is given up; the message of a customer,
 * which is the only kind with a reply address, is retried for 30 days.
 */
export async function sendDueMails(
  { config, db, sendMail, log }: Pick<Deps, 'config' | 'db' | 'sendMail' | 'log'>,
  composers: MailComposers,
  id?: string,
): Promise<void> {
  for (;;) {
    const mail = await db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        // A later release may have inserted other kinds, which it will send itself.
        .where('kind', 'in', Object.keys(composers) as MailKind[])
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!due) return undefined;
      const mails = [due, ...(await findDigest(trx, due))];
      const attempts = due.attempts + 1;
      const ids = mails.map(({ id }) => id);
      const rows = trx.updateTable('outbox').where('id', 'in', ids);
      try {
        const message =
          mails.length > 1 ? composeDigest(mails) : await composers[due.kind]({ config, db }, due);
        if (!message) {
          await trx.deleteFrom('outbox').where('id', '=', due.id).execute();
          return due;
        }
        await sendMail({ id: toMessageId(ids), ...(await addBrand(db, due, message)) });
        await rows.set({ ...noContent, sent_at: new Date(), attempts }).execute();
      } catch (error) {
        const ageMs = Date.now() - due.created_at.getTime();
        const isGivenUp = ageMs > (due.reply_to === null ? giveUpAfterMs : giveUpMessageAfterMs);
        const details = { err: error, mail: due.id, mails: mails.length, kind: due.kind, attempts };
        if (isGivenUp) log.error(details, 'mail given up');
        else if (ageMs > giveUpAfterMs)
          log.error(details, 'message of a customer not sent for a day, will be retried');
        else log.warn(details, 'mail not sent, will be retried');
        const retryDelaySeconds = Math.min(2 ** due.attempts, maxRetryDelaySeconds);
        await rows
          .set({
            attempts,
            ...(isGivenUp
              ? { ...noContent, given_up_at: new Date() }
              : { next_attempt_at: sql`now() + make_interval(secs => ${retryDelaySeconds})` }),
          })
          .execute();
      }
      return due;
    });
    if (!mail) return;
  }
}

/** Deletes mails some days after they were sent or given up. (ACCOUNT-03) */
export async function purgeMails(db: Database): Promise<void> {
  const deleteBatch = sql`
    delete from outbox where id in (
      select id from outbox
      where coalesce(sent_at, given_up_at) < now() - make_interval(days => ${retentionDays})
      limit ${sql.lit(purgeBatchSize)} for update skip locked)`;
  while ((await deleteBatch.execute(db)).numAffectedRows === BigInt(purgeBatchSize));
}
