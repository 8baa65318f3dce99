import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { callerNames, commonConfigShape, parseConfig } from '@fareline/service-kit/config';
import { hashCredential } from '@fareline/service-kit/hash-credential';
import { createSignature, isSigned, parseReleaseKeys, readSigningKey } from '@fareline/releases/signature';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listVariables, listWorkloads } from '../kubernetes/testing/manifests.ts';
import { readOverlay } from '../kubernetes/testing/overlays.ts';
import { repoRoot } from '../local/paths.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'make-env-'));
  cpSync(join(repoRoot, 'deploy/make-env.sh'), join(folder, 'deploy/make-env.sh'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, '.env');
let output = '';
function run(): Record<string, string | undefined> {
  output = execFileSync(join(folder, 'deploy/make-env.sh'), { encoding: 'utf8' });
  return parseEnv(readFileSync(file(), 'utf8'));
}

it('[ACCESS-03] creates a credential for each caller, and what each service accepts', () => {
  const env = run();
  const credentials = callerNames.map((name) => env[`${name.toUpperCase()}_CREDENTIAL`] ?? '');
  expect(new Set(credentials).size).toBe(callerNames.length);
  const { ACCEPTED_CALLERS } = commonConfigShape;
  const listAccepted = (service: string) =>
    parseConfig({ ACCEPTED_CALLERS }, { ACCEPTED_CALLERS: env[`${service}_ACCEPTED_CALLERS`] })
      .ACCEPTED_CALLERS;
  const entry = (name: (typeof callerNames)[number]) => ({
    name,
    credentialHash: hashCredential(env[`${name.toUpperCase()}_CREDENTIAL`] ?? ''),
  });
  expect(listAccepted('ACCOUNTS')).toEqual([entry('flights'), entry('payments'), entry('prerender')]);
  expect(listAccepted('FLIGHTS')).toEqual([entry('accounts'), entry('payments')]);
  expect(listAccepted('PAYMENTS')).toEqual([entry('accounts')]);
  expect(env.PAYMENTS_HASH_KEY).toMatch(/^[0-9a-f]{64}$/);
});

it('creates the key that signs releases, and the public one that the edge accepts', () => {
  const { RELEASE_KEY = '', RELEASE_KEYS = '' } = run();
  const signature = createSignature('record', readSigningKey(RELEASE_KEY));
  expect(isSigned('record', signature, 'search', parseReleaseKeys(RELEASE_KEYS))).toBe(true);
});

it('lets only its user read the secrets, and changes none when it runs again', () => {
  const env = run();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(run()).toEqual(env);
  expect(output).toBe('');
});

it('[ACCESS-03] accepts a credential that was changed, beside the earlier one until that is removed', () => {
  const before = run();
  const secret = 'a-new-credential-of-payments-of-32-characters';
  writeFileSync(
    file(),
    readFileSync(file(), 'utf8').replace(/^PAYMENTS_CREDENTIAL=.*$/m, `PAYMENTS_CREDENTIAL=${secret}`),
  );
  const after = run();
  const entry = `payments:${hashCredential(secret)}`;
  expect(after).toEqual({
    ...before,
    PAYMENTS_CREDENTIAL: secret,
    ACCOUNTS_ACCEPTED_CALLERS: `${before.ACCOUNTS_ACCEPTED_CALLERS},${entry}`,
    FLIGHTS_ACCEPTED_CALLERS: `${before.FLIGHTS_ACCEPTED_CALLERS},${entry}`,
  });
  expect(output).toMatch(
    /^(Added the new credential of payments to (ACCOUNTS|FLIGHTS)_ACCEPTED_CALLERS.*\n){2}$/,
  );
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(run()).toEqual(after);
});

it('[ACCESS-03] leaves the last line as it is when the file does not end with a newline', () => {
  writeFileSync(file(), 'STRIPE_RAW_CARDS=true');
  const env = run();
  expect(env.STRIPE_RAW_CARDS).toBe('true');
  expect(env.ACCOUNTS_CREDENTIAL).toMatch(/^[0-9a-f]{64}$/);
  expect(readFileSync(file(), 'utf8')).not.toContain(hashCredential(''));
});

it.each(['"', "'"])('[ACCESS-03] hashes a credential without the quotes (%s) around it', (quote) => {
  const secret = 'a-credential-of-flights-of-32-characters';
  writeFileSync(file(), `FLIGHTS_CREDENTIAL=${quote}${secret}${quote}\r\n`);
  const entry = `flights:${hashCredential(secret)}`;
  expect(run().ACCOUNTS_ACCEPTED_CALLERS?.split(',')).toContain(entry);
});

it('fills secrets that are there but empty, each once', () => {
  writeFileSync(file(), 'METRICS_TOKEN=\nFLIGHTS_CREDENTIAL=""\nSESSION_KEY_SECRET= \n');
  const env = run();
  expect(env.METRICS_TOKEN).toMatch(/^[0-9a-f]{48}$/);
  for (const name of ['FLIGHTS_CREDENTIAL', 'SESSION_KEY_SECRET'])
    expect(env[name]).toMatch(/^[0-9a-f]{64}$/);
  expect(readFileSync(file(), 'utf8').match(/^METRICS_TOKEN=/gm)).toHaveLength(1);
});

it.each([
  ['', 'http://localhost:3000'],
  ['PORT=8080\n', 'http://localhost:8080'],
  ['SITE_ORIGIN=https://fares.example\nPORT=8080\n', 'https://fares.example'],
])('sets the origin of the site, unless it is there: %j', (before, origin) => {
  writeFileSync(file(), before);
  expect(run().SITE_ORIGIN).toBe(origin);
});

it.each([
  ['', 'http://admin.localhost:3000'],
  ['PORT=8080\n', 'http://admin.localhost:8080'],
  ['SITE_ORIGIN=https://www.fares.example,https://sky.example\n', 'https://admin.fares.example'],
  ['ADMIN_ORIGIN=https://staff.example\n', 'https://staff.example'],
])('[GUARD-10] sets the origin of the administration, unless it is there: %j', (before, origin) => {
  writeFileSync(file(), before);
  expect(run().ADMIN_ORIGIN).toBe(origin);
});

it('lets only its user read a file that others could read', () => {
  writeFileSync(file(), 'LOG_LEVEL=info\n');
  chmodSync(file(), 0o644);
  run();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it('[ACCESS-03] stops at a credential that is too short for the services, without a list of callers', () => {
  writeFileSync(file(), 'FLIGHTS_CREDENTIAL=abc\n');
  const { status, stderr } = spawnSync(join(folder, 'deploy/make-env.sh'), { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    'FLIGHTS_CREDENTIAL in .env has fewer than 32 characters: remove its line, and run this again to get a new one.\n',
  ]);
  expect(readFileSync(file(), 'utf8')).not.toContain('ACCEPTED_CALLERS');
});

it('fills the template of the secrets of a cluster, with which each service starts', async () => {
  const env = run();
  const { manifests, secrets } = readOverlay('sandbox');
  const fill = (text: string) => text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => env[name]!);
  const filled = Object.entries(secrets.secrets!).map(([key, value]) => [key, fill(value)]);
  for (const service of ['accounts', 'edge', 'flights', 'payments']) {
    const workload = listWorkloads(manifests).find(({ name }) => name === service)!;
    const variables = listVariables(workload, manifests, { secrets: Object.fromEntries(filled) });
    const { readConfig } = (await import(join(repoRoot, `services/${service}/src/config.ts`))) as {
      readConfig: (env: Record<string, string>) => unknown;
    };
    expect(readConfig({ ...variables, NODE_ENV: 'production' }), service).toMatchObject({
      TRUSTED_PROXIES: ['10.244.0.0/16'],
    });
  }
});
