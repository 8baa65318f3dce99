import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BodyOf,
  type checkSession,
  createBooking,
  currentUser,
  login,
  logout,
  processCard,
  refreshOffer,
  register,
  searchFlightsPage,
  wholeListSize,
  type Offer,
} from '@fareline/contracts';
import type { Caller } from '@fareline/contracts/services';
import { hashCredential } from '@fareline/service-kit/hash-credential';
import { credentialHeader } from '@fareline/service-kit/service-client';
import {
  eventually,
  startDuffelSandbox,
  startMailSandbox,
  startService,
  startStripeSandbox,
  testDatabaseUrl,
  testRedisUrl,
  uniqueName,
} from '@fareline/service-kit/testing';
import pg from 'pg';
import { ensureRoles } from '../../local/database-roles.ts';
import { createServiceEnvironments } from '../../local/environment.ts';
import { allocateUrls, getPort } from '../../local/providers.ts';
import { loadSecrets } from '../../local/secrets.ts';
import { createBookingBody, createPaymentBody } from './bodies.ts';
import { closeConnections } from './http.ts';
import {
  callers,
  factorAges,
  withFactor,
  type Principal,
  type SignedIn,
  type WithFactor,
} from './principals.ts';
import { createReleases } from './releases.ts';
import { adminOrigin, siteOrigin, toAdministration } from './settings.ts';
import { createVisitor, type Visitor } from './visitor.ts';

/** A limit that no test reaches. */
const unlimited = '1000000';

export const password = 'correct horse 7';

/** Creates a database in the PostgreSQL of the test run, because the roles of the services belong to fixed schemas. */
async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = uniqueName('endpoints');
  const server = new pg.Client({ connectionString: testDatabaseUrl() });
  await server.connect();
  await server.query(`create database ${name}`);
  return {
    url: Object.assign(new URL(testDatabaseUrl()), { pathname: `/${name}` }).href,
    async drop() {
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}

/**
 * Starts services, edge and sandboxes, with the settings, credentials and database roles of `npm start`. Limits of
 * attempts are lifted by settings.
 */
async function startPrograms() {
  const folder = await mkdtemp(join(tmpdir(), 'endpoints-'));
  const database = await createDatabase();
  const secrets = loadSecrets(folder, {});
  const [urls, roles, releasesDir, duffel, stripe, mail] = await Promise.all([
    allocateUrls(),
    ensureRoles(database.url, {
      ...{ accounts: secrets.accountsDatabasePassword, payments: secrets.paymentsDatabasePassword },
      ...{ accounts_keys: secrets.accountsKeysPassword, payments_keys: secrets.paymentsKeysPassword },
    }),
    createReleases(folder),
    startDuffelSandbox({
      DUFFEL_SANDBOX_RATE_LIMIT: unlimited,
      // Requests wait for searches, which take three times as long with the usual 240.
      DUFFEL_SANDBOX_RESULTS: '60',
    }),
    startStripeSandbox(),
    startMailSandbox(),
  ]);
  const environments = createServiceEnvironments({
    env: {
      LOG_LEVEL: 'error',
      ADMIN_ORIGIN: adminOrigin,
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: mail.smtpUrl,
      DUFFEL_TOKEN_TEST: 'duffel_test_endpoints',
      DUFFEL_BASE_PATH: duffel.url,
      STRIPE_KEY_TEST: 'sk_test_endpoints',
      STRIPE_BASE_URL: stripe.url,
      PROVIDER_BUDGET_PER_MINUTE: unlimited,
    },
    nodeEnv: 'test',
    origins: [siteOrigin],
    ...{ accountsDatabaseUrl: roles.accounts, paymentsDatabaseUrl: roles.payments },
    ...{ accountsKeysUrl: roles.accounts_keys, paymentsKeysUrl: roles.payments_keys },
    cacheUrl: testRedisUrl(),
    jobsUrl: testRedisUrl(),
    releasesDir,
    releaseKeys: '',
    urls,
    secrets,
  });
  const start = (service: 'accounts' | 'flights' | 'payments' | 'edge', settings: Record<string, string>) =>
    startService(`services/${service}/src/main.ts`, {
      ...environments[service],
      ...settings,
    });
  const services = await Promise.all([
    start('accounts', {
      PORT: getPort(urls.accounts),
      FORM_REQUESTS_PER_MINUTE: unlimited,
      PASSWORD_ATTEMPTS_PER_ACCOUNT: unlimited,
      PASSWORD_ATTEMPTS_PER_ADDRESS: unlimited,
      STAFF_READS_PER_HOUR: unlimited,
    }),
    start('flights', { PORT: getPort(urls.flights), REDIS_PREFIX: uniqueName('flights') }),
    start('payments', {
      PORT: getPort(urls.payments),
      CARD_TRIES_PER_MINUTE: unlimited,
      CARD_DECLINES_PER_SESSION: unlimited,
      STAFF_READS_PER_HOUR: unlimited,
      // Otherwise a job voids unused payments while a long run counts writes.
      UNUSED_HOLD_MS: String(24 * 3600_000),
    }),
    start('edge', {}),
  ]);
  const [accounts, flights, payments, edge] = services;
  const programs = [...services, duffel, stripe, mail];
  return {
    urls: { accounts: accounts.url, flights: flights.url, payments: payments.url, edge: edge.url },
    databaseUrl: database.url,
    credentials: Object.fromEntries(callers.map((name) => [name, secrets[`${name}Credential`]])) as Record<
      Caller,
      string
    >,
    /** Output of the services: errors only. */
    logs: () => services.map((program) => program.output()).join('\n'),
    async stop() {
      await Promise.all(programs.map((program) => program.kill()));
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What services ask accounts of a session. */
type CheckedSession = BodyOf<typeof checkSession>;

interface Account {
  visitor: Visitor;
  username: string;
  signedInAt: number;
  isAtAdministration: boolean;
  /** For how many minutes the second factor has been shown; null if it is owed. */
  factorAge?: number | null | undefined;
}

/**
 * After these times sessions and the known offer are renewed: offers expire, and some endpoints need a password of the last 10
 * minutes.
 */
const maxSessionMs = 4 * 60_000;
const maxOfferMs = 10 * 60_000;

/** Mails, bookings, payments and audit events that a job will change. */
const pendingWork = `select (
  (select count(*) from accounts.outbox where done_at is null)
  + (select count(*) from payments.outbox where done_at is null)
  + (select count(*) from payments.refunds where state = 'due')
  + (select count(*) from payments.payments left join payments.bookings on bookings.id = booking_id
      where payments.state in ('authorising', 'capturing', 'voiding')
      and bookings.state is distinct from 'needs_review')
  + (select count(*) from payments.bookings
      where state not in ('confirmed', 'voided', 'needs_review', 'cancelled', 'completed'))
)::int as pending`;

/** Records each written row as "<operation> <schema>.<table>", because a job may have deleted again what a request inserted. */
const recordWrites = `
create unlogged table writes (name text);
create function record_write() returns trigger language plpgsql security definer as $$
begin
  insert into public.writes values (format('%s %s.%s', lower(tg_op), tg_table_schema, tg_table_name));
  return null;
end $$;
do $$
declare name text;
begin
  for name in
    select format('%I.%I', table_schema, table_name) from information_schema.tables
    where table_schema in ('accounts', 'payments') and table_type = 'BASE TABLE'
  loop
    execute format(
      'create trigger record_write after insert or update or delete on %s for each row execute function record_write()',
      name
    );
  end loop;
end $$`;

const quietTimeoutMs = 60_000;

/** Starts the product and signs in every principal. */
export async function startHarness() {
  const { urls, credentials, databaseUrl, ...programs } = await startPrograms();
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await database.query(recordWrites);

  async function signIn(account: Account): Promise<void> {
    const { username, factorAge } = account;
    account.visitor = createVisitor(account.isAtAdministration ? toAdministration : undefined);
    const body = { username, password };
    const { status } = await account.visitor.send(urls.accounts, login, { body });
    // The cookie comes with the error that asks for the second factor.
    if (status !== (factorAge === undefined ? 200 : 403)) throw new Error(`the sign-in answered ${status}`);
    if (factorAge !== undefined)
      await database.query(
        `update accounts.sessions set factor_at = now() - make_interval(mins => $2) from accounts.users
          where users.id = user_id and username = $1`,
        [username, factorAge],
      );
    account.signedInAt = performance.now();
  }

  async function signUp(
    role?: 'is_admin' | 'is_support',
    { factorAge, isAtAdministration: isThere = role !== undefined }: Partial<Account> = {},
  ): Promise<Account> {
    const account: Account = {
      ...{ visitor: createVisitor(), username: uniqueName('user'), signedInAt: 0, factorAge },
      isAtAdministration: isThere,
    };
    const { username } = account;
    const names = { email: `${username}@example.com`, firstName: 'Ada', lastName: 'Byron' };
    await account.visitor.call(urls.accounts, register, { body: { username, password, ...names } });
    if (role)
      await database.query(`update accounts.users set ${role} = true where username = $1`, [username]);
    if (factorAge !== undefined)
      await database.query(
        `insert into accounts.factors (id, user_id, kind, name, secret)
          select gen_random_uuid(), id, 'totp', 'Phone', '' from accounts.users where username = $1`,
        [username],
      );
    await signIn(account);
    return account;
  }

  let day = 30;
  async function findOffer(): Promise<Offer> {
    day += 1;
    const departureDate = new Date(Date.now() + (day % 300) * 86_400_000).toISOString().slice(0, 10);
    const query = { origin: 'LHR', destination: 'JFK', departureDate, limit: wholeListSize };
    const visitor = createVisitor();
    const { offers } = await visitor.call(urls.flights, searchFlightsPage, { query });
    const refundable = offers.find(({ conditions }) => conditions.refundable === true);
    if (!refundable) throw new Error('the search found no offer that can be cancelled');
    return (await visitor.call(urls.flights, refreshOffer, { params: { id: refundable.id } })).offer;
  }

  /** Pays for an offer and books it; the key is the one of the booking request. */
  async function book(visitor: Visitor): Promise<{ id: string; key: string; paymentId: string }> {
    const offer = await findOffer();
    const { paymentId = '' } = await visitor.call(urls.payments, processCard, {
      body: createPaymentBody(offer),
    });
    const key = randomUUID();
    const booking = await visitor.call(urls.payments, createBooking, {
      headers: { 'idempotency-key': key },
      body: createBookingBody(offer, { paymentId }),
    });
    if (!('id' in booking)) throw new Error('the booking is of another visitor');
    return { id: booking.id, key, paymentId };
  }

  const ended = await signUp();
  const endedSession = ended.visitor.getHeaders();
  await ended.visitor.call(urls.accounts, logout, { body: {} });
  const guest = createVisitor();
  const accounts: Record<Exclude<SignedIn, 'guest'>, Account> = {
    owner: await signUp(),
    'another user': await signUp(),
    "admin on a brand's host": await signUp('is_admin', { isAtAdministration: false }),
    'traveller at the administration': await signUp(undefined, { isAtAdministration: true }),
    support: await signUp('is_support'),
    admin: await signUp('is_admin'),
    ...(Object.fromEntries(
      await Promise.all(
        withFactor.map(async (name) => [name, await signUp('is_admin', { factorAge: factorAges[name] })]),
      ),
    ) as Record<WithFactor, Account>),
  };
  const { owner } = accounts;
  const [booking, offer] = await Promise.all([book(owner.visitor), findOffer(), book(guest)]);
  const { rows: cases } = await database.query<{ id: string }>(
    `insert into payments.review_cases (kind, subject, mode, booking_id, summary)
      values ('booking', 'known', 'test', $1, 'A case.') returning id`,
    [booking.id],
  );
  const known = {
    offer,
    booking,
    reviewCase: cases[0]?.id ?? '',
    username: owner.username,
    email: `${owner.username}@example.com`,
  };
  let offerFoundAt = performance.now();
  const withCredential = (credential: string) => ({ [credentialHeader]: credential });

  return {
    urls,
    /** Resources that exist: an offer, the owner's booking with the key of its request, a case of it, and the owner's names. */
    known,
    book,
    findOffer,
    owner,

    /** The headers that a principal sends with every request. */
    getHeaders(principal: Principal): Record<string, string> {
      switch (principal) {
        case 'anonymous':
          return {};
        case 'anonymous at the administration':
          return toAdministration;
        case 'ended session':
          return endedSession;
        case 'guest':
          return guest.getHeaders();
        case 'hash of a credential':
          return withCredential(hashCredential(credentials.payments));
        case 'owner':
        case 'another user':
        case "admin on a brand's host":
          return accounts[principal].visitor.getHeaders();
        case 'traveller at the administration':
        case 'support':
        case 'admin':
        case 'admin, factor shown':
        case 'admin, factor shown long ago':
        case 'admin, factor owed':
          return { ...toAdministration, ...accounts[principal].visitor.getHeaders() };
        default:
          return withCredential(credentials[principal]);
      }
    },

    /** Signs in whose session has ended or is old, because some endpoints need a recent password, and replaces an old offer. */
    async renew(): Promise<void> {
      if (performance.now() > offerFoundAt + maxOfferMs) {
        known.offer = await findOffer();
        offerFoundAt = performance.now();
      }
      for (const account of Object.values(accounts)) {
        const isOld = performance.now() > account.signedInAt + maxSessionMs;
        const isValid =
          !isOld &&
          account.factorAge !== null &&
          (await account.visitor.call(urls.accounts, currentUser).catch(() => undefined));
        if (!isValid) await signIn(account);
      }
    },

    /** Ends the limits of one booking or attempt, which have no setting. */
    clearRequestLimits: () => database.query('delete from payments.attempts'),

    /** What the administrator has read by the audit trail, once all events have arrived there. */
    async listStaffReads(): Promise<string[]> {
      await eventually(async () => {
        const { rows } = await database.query(
          `select id from payments.outbox where kind = 'audit_event' and done_at is null`,
        );
        return rows.length === 0 || undefined;
      }, quietTimeoutMs);
      const { rows } = await database.query<{ subject: string }>(
        `select subject from accounts.audit_entries
          where action in ('record_read', 'list_read') and actor_name = $1`,
        [accounts.admin.username],
      );
      return rows.map(({ subject }) => subject);
    },

    /** A session of the owner, as other services check it. */
    async findSession(): Promise<CheckedSession> {
      const { rows } = await database.query<{ session_id: string; user_id: string }>(
        `select sessions.id as session_id, user_id from accounts.sessions join accounts.users on users.id = user_id
          where username = $1 and ended_at is null order by sessions.created_at desc limit 1`,
        [owner.username],
      );
      if (!rows[0]) throw new Error('the owner has no session');
      return { ...rows[0], audience: 'fareline' };
    },

    /** Waits until no job of the services has anything to write. Mails that are not sent yet are removed, which is faster. */
    async waitUntilQuiet(): Promise<void> {
      await eventually(async () => {
        // One that is being sent writes until it is.
        await database.query(
          'delete from accounts.outbox where done_at is null and coalesce(lease_until, now()) <= now()',
        );
        const { rows } = await database.query<{ pending: number }>(pendingWork);
        return rows[0]?.pending === 0 || undefined;
      }, quietTimeoutMs);
    },

    /** Forgets the writes so far. */
    forgetWrites: () => database.query('truncate writes'),

    /** The number of inserted, updated and deleted rows of each table since `forgetWrites`, without exceptions. */
    async countWrites(exceptions: readonly string[]): Promise<Record<string, number>> {
      const { rows } = await database.query<{ name: string; count: number }>(
        'select name, count(*)::int from writes where name <> all ($1) group by name',
        [exceptions],
      );
      return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
    },

    logs: programs.logs,

    async stop() {
      closeConnections();
      await database.end();
      await programs.stop();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;
