import { randomUUID } from 'node:crypto';
import {
  countMailedCode,
  getOffer,
  getSeatMaps,
  refreshOffer,
  searchFlightsPage,
  wholeListSize,
  type Offer,
} from '@fareline/contracts';
import { createClient } from '@fareline/contracts/client';
import { createRowKeys } from '@fareline/service-kit/db/row-keys';
import { connectRedis } from '@fareline/service-kit/redis';
import { createServiceClient } from '@fareline/service-kit/service-client';
import {
  createSandboxControl,
  eventually,
  startDuffelSandbox,
  startMailSandbox,
  spawnProgram,
  startService,
  startStripeSandbox,
  testAcceptedCallers,
  testCredential,
  testDatabase,
  testRedisUrl,
  uniqueName,
  type Program,
  type ProgramProcess,
} from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { sql } from 'kysely';
import { afterAll, expect, vi } from 'vitest';
import { sealedPlans } from '../bookings/order-plan.ts';
import { bookingLead } from '../booking-steps.ts';
import { readConfig } from '../config.ts';
import type { Tables } from '../db/schema.ts';
import { createDeps, type Deps } from '../deps.ts';
import { createInspection, type DuffelLedger, type StripeLedger } from './inspection.ts';
import { origin, sendRequest } from './send-request.ts';

// Starting the programs takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

export const webhookSecrets = {
  stripe: 'whsec_for_the_tests',
  stripeLive: 'whsec_for_the_tests_of_live_mode',
  duffel: 'duffel-secret-for-the-tests',
  duffelLive: 'duffel-secret-for-the-tests-of-live-mode',
  mail: 'mail-secret-for-the-tests',
};

/** For tests of calls that a provider leaves unanswered; a busy machine would exceed them in others. */
export const shortCallLimits = {
  STRIPE_TIMEOUT_MS: '1500',
  QUOTE_TIMEOUT_MS: '5000',
  ORDER_TIMEOUT_MS: '2000',
};

/** For a service whose work is continued by its sweep alone: no Redis listens on this port. */
export const withoutQueue = { JOBS_REDIS_URL: 'redis://127.0.0.1:1' };

/** For a service that answers requests and continues no work by itself. */
export const withoutJobs = {
  ...withoutQueue,
  ...{ SWEEP_EVERY_MS: '600000', HOUSEKEEPING_EVERY_MS: '600000' },
};

/** Calls have the limits of production: a shorter one would end them on a busy machine. */
const shortPeriods = {
  ORDER_SETTLE_MS: '2500',
  ORDER_ACCEPTED_SETTLE_MS: '6000',
  AUTHORISE_SETTLE_MS: '2500',
  BOOKING_LEASE_MS: '1000',
  LEASE_MARGIN_MS: '300',
  RETRY_BASE_MS: '100',
  RETRY_MAX_MS: '500',
  SWEEP_EVERY_MS: '1000',
  HOUSEKEEPING_EVERY_MS: '5000',
  CARD_TRIES_PER_MINUTE: '1000',
  // The bookings of a file are for one passenger.
  CARDS_PER_TRAVELLER: '1000',
};

/** Starts the services and sandboxes around payments in this process, with a new database schema. */
export async function startHarness({ redisUrl = testRedisUrl() } = {}) {
  const database = testDatabase<Tables>('payments');
  const hashKey = uniqueName('secret_of_the_hashes_for_tests');
  const [duffelProgram, stripeProgram, mail] = await Promise.all([
    startDuffelSandbox({ DUFFEL_SANDBOX_RESULTS: '60' }),
    startStripeSandbox(),
    startMailSandbox(),
  ]);
  const common = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    SITE_ORIGIN: origin,
    ACCEPTED_CALLERS: testAcceptedCallers,
    TRUSTED_PROXIES: '127.0.0.1',
    REDIS_URL: redisUrl,
    JOBS_REDIS_URL: redisUrl,
    DATABASE_URL: database.url,
    KEYS_DATABASE_URL: database.url,
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: 'Fareline <no-reply@fareline.example>',
    DUFFEL_TOKEN_TEST: 'duffel_test_payments',
    DUFFEL_TOKEN_LIVE: 'duffel_live_payments',
  };
  const accounts = await startService('services/accounts/src/main.ts', {
    ...common,
    DATABASE_SCHEMA: `${database.schema}_accounts`,
    SERVICE_CREDENTIAL: testCredential('accounts'),
    ...{ FLIGHTS_URL: 'http://127.0.0.1:9', PAYMENTS_URL: 'http://127.0.0.1:9' },
    SESSION_KEY_SECRET: uniqueName('secret_of_the_session_keys'),
    FORM_REQUESTS_PER_MINUTE: '1000',
  });
  const flightsPrefix = uniqueName('flights');
  const flights = await startService('services/flights/src/main.ts', {
    ...common,
    SERVICE_CREDENTIAL: testCredential('flights'),
    REDIS_PREFIX: flightsPrefix,
    ACCOUNTS_URL: accounts.url,
    DUFFEL_BASE_PATH: duffelProgram.url,
    PROVIDER_BUDGET_PER_MINUTE: '6000',
  });
  const programs = [duffelProgram, stripeProgram, mail, accounts, flights];
  const duffel = createSandboxControl<DuffelLedger>(duffelProgram);
  const stripe = createSandboxControl<StripeLedger>(stripeProgram);

  const { db, schema } = database;
  const inspection = createInspection({ db, schema, redisUrl, mail, duffel, stripe });

  const settings = {
    ...common,
    ...shortPeriods,
    SERVICE_CREDENTIAL: testCredential('payments'),
    PAYMENTS_HASH_KEY: hashKey,
    ACCOUNTS_URL: accounts.url,
    FLIGHTS_URL: flights.url,
    DATABASE_SCHEMA: database.schema,
    DUFFEL_BASE_PATH: duffelProgram.url,
    STRIPE_KEY_TEST: 'sk_test_payments',
    STRIPE_KEY_LIVE: 'sk_live_payments',
    STRIPE_BASE_URL: stripeProgram.url,
    STRIPE_WEBHOOK_SECRET_TEST: webhookSecrets.stripe,
    STRIPE_WEBHOOK_SECRET_LIVE: webhookSecrets.stripeLive,
    DUFFEL_WEBHOOK_SECRET_TEST: webhookSecrets.duffel,
    DUFFEL_WEBHOOK_SECRET_LIVE: webhookSecrets.duffelLive,
    MAIL_WEBHOOK_SECRET: webhookSecrets.mail,
  };

  const services: Program[] = [];
  const path = 'services/payments/src/main.ts';
  /** Starts payments in this process; its output is included in `logs`. */
  async function startPayments(env: Record<string, string> = {}): Promise<Program> {
    const program = await startService(path, { ...settings, ...env });
    services.push(program);
    return program;
  }
  /** Starts payments as a process of its own, which a test kills or stops. */
  async function spawnPayments(env: Record<string, string> = {}): Promise<ProgramProcess> {
    const program = await spawnProgram(path, { ...settings, ...env });
    services.push(program);
    return program;
  }

  const { log } = Fastify();
  const rowKeys = createRowKeys(readConfig(settings), sealedPlans, { db, log });
  /** What the jobs of a payments process are given, for a test that runs them itself; none is queued. */
  const createJobDeps = (env: Record<string, string> = {}): Deps =>
    createDeps(readConfig({ ...settings, ...env }), {
      ...{ db, rowKeys, log },
      ...bookingLead,
      metrics: new Registry(),
      enqueue: {
        booking: () => undefined,
        lateOrder: () => undefined,
        payment: () => undefined,
        outboxEvent: () => undefined,
      },
    });

  /** Starts a service that crashes at the kill point while or after it answers the request; returns its answer, if any. */
  async function crashWhile(
    point: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    env: Record<string, string> = {},
  ) {
    const service = await spawnPayments({ KILL_POINT: point, SWEEP_EVERY_MS: '600000', ...env });
    const answer = await sendRequest(service, 'POST', path, body, headers).catch(() => 'connection lost');
    await eventually(() => (service.process.signalCode === 'SIGKILL' ? true : undefined));
    return answer;
  }
  /** Likewise, before it answers. */
  async function crashAt(...request: Parameters<typeof crashWhile>) {
    expect(await crashWhile(...request)).toBe('connection lost');
  }

  /** An offer in the result list for a date that no other test uses. */
  let day = 30;
  const call = createClient(flights.url);
  async function getCachedOffer(
    search: Record<string, unknown> = {},
    matches: (offer: Offer) => boolean = () => true,
  ): Promise<Offer> {
    day += 1;
    const departureDate = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    const query = { origin: 'LHR', destination: 'JFK', departureDate, limit: wholeListSize, ...search };
    const found = await call(searchFlightsPage, { query });
    const cachedOffer = found.offers.find(matches);
    if (!cachedOffer) throw new Error('no offer of the search matches');
    return cachedOffer;
  }
  const getFreshOffer = async (...search: Parameters<typeof getCachedOffer>): Promise<Offer> =>
    (await refresh(await getCachedOffer(...search))).offer;
  const refresh = ({ id }: Pick<Offer, 'id'>) => call(refreshOffer, { params: { id } });

  /** A seat of the offer that is not free of charge. */
  async function getPaidSeat({ id }: Pick<Offer, 'id'>) {
    const { data } = await call(getSeatMaps, { params: { id } });
    const rows = data.flatMap(({ cabins }) => cabins.flatMap((cabin) => cabin.rows));
    const elements = rows.flatMap(({ sections }) => sections.flatMap((section) => section.elements));
    const selectable = elements.filter(({ available }) => available !== false);
    const seats = selectable.flatMap(({ available_services }) => available_services);
    const seat = seats.find(({ total_amount }) => Number(total_amount) > 0);
    if (!seat) throw new Error('the offer has no seat with a price');
    return seat;
  }

  /** The bags that the airline sells with the offer, of which there is at least one. */
  async function getBags({ id }: Pick<Offer, 'id'>) {
    const { bags = [] } = await call(getOffer, { params: { id }, query: { extras: 'required' } });
    const [bag, ...others] = bags;
    if (!bag) throw new Error('the offer has no bags');
    return [bag, ...others] as const;
  }

  /** Either one order with one capture, or neither, and the booking row agrees. */
  async function expectAllOrNothing(offer: Offer): Promise<'booked' | 'nothing'> {
    await inspection.waitUntilProcessed(offer);
    const { allOrders, captured, uncaptured } = await inspection.ledgerFor(offer);
    expect(uncaptured).toHaveLength(0);
    expect([0, 1]).toContain(allOrders.length);
    expect(captured).toHaveLength(allOrders.length);
    for (const { amount_received } of captured)
      expect(amount_received).toBe(Math.round(Number(offer.total_amount) * 100));
    const rows = await db.selectFrom('bookings').select('state').where('offer_id', '=', offer.id).execute();
    const confirmed = rows.filter(({ state }) => state === 'confirmed');
    expect(confirmed).toHaveLength(allOrders.length);
    return allOrders.length === 1 ? 'booked' : 'nothing';
  }

  /** Registers a user at the accounts service and returns the session cookie. */
  async function signUp(): Promise<Record<string, string>> {
    const user = { username: uniqueName('user'), password: 'correct horse 7' };
    const names = { email: `${user.username}@example.com`, firstName: 'Ada', lastName: 'Byron' };
    await sendRequest(accounts, 'POST', '/api/auth/register', { ...user, ...names });
    const { cookies } = await sendRequest(accounts, 'POST', '/api/auth/login', user);
    return { cookie: `session=${cookies.session}` };
  }

  return {
    ...{ db, schema, hashKey, duffel, stripe, mail, accounts, flights },
    ...{
      startPayments,
      spawnPayments,
      createJobDeps,
      crashAt,
      crashWhile,
      send: sendRequest,
      getCachedOffer,
      getFreshOffer,
      getPaidSeat,
      getBags,
      refresh,
      stripeProgram,
      duffelProgram,
    },
    ...inspection,
    expectAllOrNothing,

    async setLiveMode(isLive: boolean): Promise<void> {
      await sql`insert into ${sql.table(`${database.schema}_accounts.settings`)} (id, live_mode)
        values (1, ${isLive}) on conflict (id) do update set live_mode = ${isLive}`.execute(database.db);
    },

    signUp,
    /** Registers someone of support; so is everybody who has registered before. */
    async signUpSupport(): Promise<Record<string, string>> {
      const session = await signUp();
      await sql`update ${sql.table(`${schema}_accounts.users`)} set is_support = true`.execute(db);
      return session;
    },

    /** Strangers have asked for so many mails to an address. */
    async countMails(email: string, count: number): Promise<void> {
      const callAccounts = createServiceClient({
        ...{ baseUrl: accounts.url, credential: testCredential('payments') },
      });
      for (let mails = 0; mails < count; mails += 1)
        await callAccounts(countMailedCode, { body: { id: randomUUID(), email } });
    },

    /** The airline delays the flights of an order, on the provider's test route for it. */
    async delayOrder(orderId: string): Promise<void> {
      const path = `/air/airline_initiated_changes?order_id=${orderId}`;
      const headers = { authorization: 'Bearer duffel_test_payments', 'duffel-version': 'v2' };
      await fetch(`${duffelProgram.url}${path}`, { headers });
    },

    /** Cancels an order as the airline does. */
    cancelOrder: (orderId: string | undefined) =>
      duffel.control('POST', `orders/${orderId}`, { cancelled: true }),

    /** Changes the flights of an order as the airline does: by a delay of all or one of them, or by flying none (null). */
    changeOrder: (
      orderId: string,
      changed: { delay_minutes: number | null; flight?: number; actions?: string[] },
    ) => duffel.control('POST', `orders/${orderId}`, { changed }),

    /** Takes the tickets of an order back, or issues them, as an airline does that is late. */
    setTickets: (orderId: string | null, tickets: 'withheld' | 'issued') =>
      duffel.control('POST', `orders/${orderId}`, { tickets }),

    /** Number of calls that created or tried to create an order. */
    async countOrderCalls(): Promise<number> {
      const { requests } = await duffel.ledger();
      return requests.filter(({ method, path }) => method === 'POST' && path === '/air/orders').length;
    },

    /** Makes the locks of idempotency keys expire, as they do some time after a crash: all, or those of an offer's payments. */
    expireKeyLocks: (offer?: Pick<Offer, 'id'>) =>
      db
        .updateTable('idempotency_keys')
        .set({ locked_until: new Date(0) })
        .$if(offer !== undefined, (update) =>
          update.where('payment_id', 'in', (query) =>
            query
              .selectFrom('payments')
              .select('payments.id')
              .where('purchase_id', '=', offer?.id ?? ''),
          ),
        )
        .execute(),

    /** Both Redis servers of the flights service lose their data. */
    async loseOffers() {
      const redis = connectRedis(redisUrl, { enableOfflineQueue: true });
      await redis.del(...(await redis.keys(`*${flightsPrefix}*`)));
      redis.disconnect();
    },

    /** Ends the lease of a payment, as when its process stalls. */
    endPaymentLease: (id: string) =>
      db.updateTable('payments').set({ lease_until: null }).where('id', '=', id).execute(),

    /** Output of all payments processes. */
    logs: () => services.map((program) => program.output()).join('\n'),

    /** Output of all services. */
    allLogs: () => [...services, accounts, flights].map((program) => program.output()).join('\n'),

    async stop() {
      await Promise.all([...services, ...programs].map((program) => program.kill()));
      await rowKeys.close();
      for (const name of ['accounts', 'accounts_keys'])
        await sql`drop schema if exists ${sql.id(`${database.schema}_${name}`)} cascade`.execute(database.db);
      await database.drop();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

/** Starts a harness for all tests of a file; to be called outside of the tests. */
export async function startSharedHarness(...options: Parameters<typeof startHarness>): Promise<Harness> {
  const harness = await startHarness(...options);
  afterAll(harness.stop);
  return harness;
}
