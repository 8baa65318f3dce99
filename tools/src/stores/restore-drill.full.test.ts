import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cancelBooking, getBooking, getTravelDocument, quoteCancellation } from '@fareline/contracts';
import { listTravellersContract, saveTravellerContract } from '@fareline/contracts/services';
import { eventually } from '@fareline/service-kit/testing';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Browser } from '../endpoints/testing/browser.ts';
import { ensureRoles } from '../local/database-roles.ts';
import { repoRoot } from '../local/paths.ts';
import { findInstalledPostgres } from '../local/postgres-binaries.ts';
import { databaseName, ensureDatabase, keysDatabaseName } from '../local/postgres.ts';
import { runCommand } from '../local/processes.ts';
import { loadSecrets } from '../local/secrets.ts';
import { withProduct, type Started } from '../endpoints/testing/with-product.ts';
import { book, bookAndQuoteChange, waitUntilSettled } from './testing/book.ts';

const patienceMs = 120_000;

it('restores the databases as deploy/backups.md says, and finds what was booked after the backup', async () => {
  const bin = findInstalledPostgres();
  if (!bin) throw new Error('Install PostgreSQL with its tools (on Debian: apt-get install postgresql).');
  await withProduct((started) => drill(started, bin), { POSTGRES_BIN: bin });
}, 480_000);

async function drill({ product, dataDir }: Started, bin: string): Promise<void> {
  const { databaseUrl, supervisor } = product;
  const runTool = async (tool: 'backup' | 'restore') =>
    void (await runCommand({
      ...{ name: tool, command: process.execPath },
      args: [join(repoRoot, `tools/src/backup/${tool}.ts`), join(dataDir, 'backup')],
      env: {
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        ACCOUNTS_DATABASE_URL: product.accountsDatabaseUrl,
        PAYMENTS_DATABASE_URL: product.paymentsDatabaseUrl,
      },
    }));

  const change = await bookAndQuoteChange(product, 1);
  const traveller = await book(product, 2, { isSignedIn: true });
  const ada = { firstName: 'Ada', lastName: 'Byron', dateOfBirth: '1990-12-10', passportNumber: 'QX7391824' };
  await traveller.ask(saveTravellerContract, { params: { id: randomUUID() }, body: ada });
  await waitUntilSettled(databaseUrl, patienceMs);
  const stored = await readStored(databaseUrl);
  await runTool('backup');
  const keys = [
    { schema: 'accounts_keys', url: product.accountsKeysUrl, file: join(dataDir, 'accounts-keys.dump') },
    { schema: 'payments_keys', url: product.paymentsKeysUrl, file: join(dataDir, 'payments-keys.dump') },
  ];
  for (const each of keys) await dumpKeys(bin, each);

  const cancelled = stored.bookings.at(-1)?.id ?? '';
  await cancel(traveller, cancelled);
  for (const seed of [3, 4]) await book(product, seed);
  await book(product, 5, { attempt: 'book and cancel' });
  await waitUntilSettled(databaseUrl, patienceMs);
  const known = new Set(stored.bookings.map(({ id }) => id));
  const lost = (await readStored(databaseUrl)).bookings.filter(({ id }) => !known.has(id));

  for (const name of ['payments', 'accounts']) await supervisor.stop(name);
  const refusal = await runTool('restore').then(() => '', String);
  const secrets = loadSecrets(dataDir);
  await recreate(databaseUrl, databaseName, {
    accounts: secrets.accountsDatabasePassword,
    payments: secrets.paymentsDatabasePassword,
  });
  await recreate(databaseUrl, keysDatabaseName, {
    accounts_keys: secrets.accountsKeysPassword,
    payments_keys: secrets.paymentsKeysPassword,
  });
  await runTool('restore');
  const restored = await readStored(databaseUrl);
  await supervisor.restart('accounts');
  await supervisor.restart('payments', { RECONCILE_EVERY_MS: '2000', RECONCILE_MARGIN_MS: '0' });
  const cases = await readCases(databaseUrl);
  const after = (await readStored(databaseUrl)).bookings;
  const answer = await traveller.ask(getBooking, { params: { id: cancelled } });
  const withoutKeys = await traveller.ask(listTravellersContract, {});
  const kept = stored.bookings.at(-1)?.id ?? '';
  const document = await traveller.ask(getTravelDocument, { params: { id: kept } });
  const changed = await change();
  await book(product, 6, { attempt: 'book and cancel' });
  await waitUntilSettled(databaseUrl, patienceMs);
  for (const each of keys) await restoreKeys(bin, each);
  const withKeys = await traveller.ask(listTravellersContract, {});

  const expectedCases = lost.map(({ id }) => `booking_unknown:${id}`).toSorted();
  expect(refusal).toContain('The schema payments is not empty');
  expect(restored).toEqual(stored);
  expect(cases).toEqual(expectedCases);
  expect(after.find(({ id }) => id === cancelled)?.state).toBe('cancelled');
  // A session of before the backup is still valid.
  expect(answer?.status).toBe(200);
  expect([withoutKeys?.body, document?.status, changed]).toEqual([[], 200, [{ kind: 'changed' }]]);
  expect(withKeys?.body).toMatchObject([ada]);
  // Neither dump opens anything by itself.
  const dumps = ['payments', 'accounts'].map((name) => join(dataDir, `backup/${name}.dump`));
  for (const file of [...dumps, ...keys.map(({ file }) => file)])
    expect(readFileSync(file).includes('QX7391824')).toBe(false);
}

const toDatabase = (url: string, name: string) => url.replace(/[^/]*$/, name);

/** Makes a database anew, with nothing in it but the schemas and roles. */
async function recreate(url: string, name: string, passwords: Record<string, string>): Promise<void> {
  await query(toDatabase(url, 'postgres'), `drop database ${name} with (force)`);
  await ensureRoles(await ensureDatabase(url, name), passwords);
}

interface KeysDump {
  schema: string;
  /** With the role of the service. */
  url: string;
  file: string;
}

const dumpKeys = (bin: string, { schema, url, file }: KeysDump) =>
  runCommand({
    ...{ name: 'pg_dump', command: join(bin, 'pg_dump'), env: {} },
    args: ['-Fc', '-a', '-t', `${schema}.row_keys`, '-f', file, `--dbname=${url}`],
  });

/** Into the tables that the services have made. */
const restoreKeys = (bin: string, { url, file }: KeysDump) =>
  runCommand({
    ...{ name: 'pg_restore', command: join(bin, 'pg_restore'), env: {} },
    args: ['--data-only', `--dbname=${url}`, file],
  });

interface StoredBooking {
  id: string;
  state: string;
}

async function readStored(url: string): Promise<{ bookings: StoredBooking[]; users: object[] }> {
  return {
    bookings: await query(
      url,
      'select id, state, order_id, amount_minor, user_id from payments.bookings order by created_at',
    ),
    users: await query(url, 'select * from accounts.users order by id'),
  };
}

async function cancel(browser: Browser, id: string): Promise<void> {
  const quoted = await browser.ask(quoteCancellation, { params: { id }, body: {} });
  const body = { quote_id: quoted?.body.quote_id ?? '' };
  const answer = await browser.ask(cancelBooking, { params: { id }, body });
  if (answer?.status !== 200) throw new Error(`not cancelled: ${JSON.stringify(answer)}`);
}

/** The subjects of the open cases once providers and tables were compared twice. */
async function readCases(url: string): Promise<string[]> {
  const [{ now } = { now: new Date() }] = await query<{ now: Date }>(url, 'select now()');
  await eventually(async () => {
    const rows = await query(
      url,
      `select from payments.reconciliations where mode = 'test' and finished_at > $1`,
      [now],
    );
    return rows.length >= 2 || undefined;
  }, patienceMs);
  const rows = await query<{ subject: string }>(
    url,
    'select subject from payments.review_cases where closed_at is null order by subject',
  );
  return rows.map(({ subject }) => subject);
}

async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
