import type { Offer } from '@fareline/contracts';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, type createSandboxControl, type MailSandbox } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';

export interface DuffelLedger {
  /** `status` is null until the response is sent. */
  requests: { method: string; path: string; status: number | null }[];
  orders: {
    id: string;
    offer_id: string;
    booking_reference: string;
    metadata: Record<string, string> | null;
    total_amount: string;
    status: string;
  }[];
  cancellations: {
    id: string;
    order_id: string;
    confirmed_at: string | null;
    refund_amount: string;
    airline_credits?: { credit_code: string; credit_amount: string }[];
  }[];
}

export interface StripeLedger {
  requests: { method: string; path: string; status: number | null }[];
  payment_intents: {
    id: string;
    amount: number;
    currency: string;
    livemode: boolean;
    amount_received: number;
    amount_refunded: number;
    authorised: boolean;
    status: string;
    metadata: Record<string, string>;
  }[];
  refunds: { id: string; amount: number; payment_intent: string }[];
}

type Redis = ReturnType<typeof connectRedis>;
const redisReaders: Record<string, (redis: Redis, key: string) => Promise<unknown>> = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  list: (redis, key) => redis.lrange(key, 0, -1),
  set: (redis, key) => redis.smembers(key),
  zset: (redis, key) => redis.zrange(key, 0, '-1'),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
};

interface Sources {
  db: Database;
  schema: string;
  redisUrl: string;
  mail: MailSandbox;
  duffel: ReturnType<typeof createSandboxControl<DuffelLedger>>;
  stripe: ReturnType<typeof createSandboxControl<StripeLedger>>;
}

/** Reads the results of a test: database tables, sent emails and the ledgers of the provider sandboxes. */
export const createInspection = ({ mail, ...sources }: Sources) =>
  inspect({
    ...sources,
    mail: {
      ...mail,
      // Accounts tells a guest of the account that the booking has made, at a time of its own.
      getEmails: async (to) =>
        (await mail.getEmails(to)).filter(({ subject }) => !subject.startsWith('Your account at ')),
    },
  });

const inspect = ({ db, schema, redisUrl, mail, duffel, stripe }: Sources) => ({
  /** All rows of all tables of payments and accounts as text. */
  async dumpTables(): Promise<string> {
    const { rows } = await sql<{ name: string }>`select table_schema || '.' || table_name as name
      from information_schema.tables where table_schema in (${schema}, ${`${schema}_accounts`})`.execute(db);
    const texts = await Promise.all(
      rows.map(async ({ name }) => {
        const found = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} t`.execute(
          db,
        );
        return `${name}: ${found.rows.map(({ line }) => line).join('\n')}`;
      }),
    );
    return texts.join('\n');
  },

  /** All keys of the Redis database with their values as text. */
  async dumpRedis(): Promise<string> {
    // All keys are asked for at once, which takes a busy machine longer than a command of a service may.
    const redis = connectRedis(redisUrl, { enableOfflineQueue: true, commandTimeout: undefined });
    const texts = await Promise.all(
      (await redis.keys('*')).map(async (key) => {
        const read = redisReaders[await redis.type(key)];
        return `${key}: ${JSON.stringify(await read?.(redis, key))}`;
      }),
    );
    redis.disconnect();
    return texts.join('\n');
  },

  getEmails: mail.getEmails,
  getAttachment: mail.getAttachment,

  /** The emails of a booking, once there are `count` with such a subject and none of the booking waits. */
  waitForMails: ({ id, email }: { id: string; email: string }, count: number, subjectStart = '') =>
    eventually(async () => {
      const mails = (await mail.getEmails(email)).filter(({ subject }) => subject.startsWith(subjectStart));
      const waiting = await db
        .selectFrom('outbox')
        .select('id')
        .where('subject', '=', id)
        .where('done_at', 'is', null)
        .execute();
      return mails.length === count && waiting.length === 0 ? mails : undefined;
    }),

  /** The emails about the end of a booking, without the one that says that it is pending. */
  getEndEmails: async (to: string) =>
    (await mail.getEmails(to)).filter(({ subject }) => subject !== 'Your booking is being confirmed'),

  /** The orders and payment intents of one offer in the providers' ledgers; `orders` excludes cancelled ones. */
  async ledgerFor(offer: Pick<Offer, 'id'>) {
    const [duffelLedger, stripeLedger] = await Promise.all([duffel.ledger(), stripe.ledger()]);
    const intents = stripeLedger.payment_intents.filter(({ metadata }) => metadata.offer_id === offer.id);
    return {
      orders: duffelLedger.orders.filter(
        ({ offer_id, status }) => offer_id === offer.id && status !== 'cancelled',
      ),
      allOrders: duffelLedger.orders.filter(({ offer_id }) => offer_id === offer.id),
      intents,
      captured: intents.filter(({ amount_received }) => amount_received > 0),
      uncaptured: intents.filter(({ status }) => status === 'requires_capture'),
    };
  },

  /** Waits until a call to the airline has no answer yet. */
  waitForUnanswered: (unanswered: string) =>
    eventually(async () => {
      const { requests } = await duffel.ledger();
      return requests.some(({ path, status }) => path === unanswered && status === null) || undefined;
    }),

  /** Kinds of the open review cases of a booking or payment. */
  async getOpenCases(id: string): Promise<string[]> {
    const rows = await db
      .selectFrom('review_cases')
      .select('kind')
      .where((eb) => eb.or([eb('booking_id', '=', id), eb('payment_id', '=', id)]))
      .where('closed_at', 'is', null)
      .orderBy('kind')
      .execute();
    return rows.map(({ kind }) => kind);
  },

  /** Waits until no payment or booking of the offer is in progress. */
  async waitUntilProcessed(offer: Pick<Offer, 'id'>): Promise<void> {
    await eventually(async () => {
      const payments = await db
        .selectFrom('payments')
        .leftJoin('bookings', 'bookings.id', 'payments.booking_id')
        .select('payments.state')
        .where('purchase_id', '=', offer.id)
        // What needs review rests in whatever state it is.
        .where(sql<boolean>`bookings.state is distinct from 'needs_review'`)
        .where((eb) =>
          eb.or([
            eb('payments.state', 'in', ['authorising', 'voiding', 'capturing']),
            eb.and([eb('payments.state', '=', 'authorised'), eb('payments.booking_id', 'is not', null)]),
          ]),
        )
        .execute();
      const bookings = await db
        .selectFrom('bookings')
        .select('state')
        .where('offer_id', '=', offer.id)
        .where('state', 'not in', [
          'confirmed',
          'voided',
          'needs_review',
          'cancelled',
          'cancelled_by_airline',
          'completed',
        ])
        .execute();
      const refunds = await db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select('refunds.id')
        .where('purchase_id', '=', offer.id)
        .where('refunds.state', '=', 'due')
        .execute();
      return payments.length + bookings.length + refunds.length === 0 ? true : undefined;
    });
  },
});
