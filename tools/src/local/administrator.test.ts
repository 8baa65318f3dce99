import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeps } from './deps.ts';
import { createAdministrator } from './services.ts';
import { Supervisor } from './supervisor.ts';

const schema = `first_administrator_${process.pid}`;
const databaseUrl = process.env.TEST_DATABASE_URL ?? '';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'administrator-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
});

it('[SECURITY-08] prints the password immediately, so that a start that fails right after it does not lose it', async () => {
  const supervisor = new Supervisor(() => undefined);
  const deps = createDeps(folder, supervisor, { PATH: process.env.PATH });
  const lines: string[] = [];
  const creation = createAdministrator(
    deps,
    {
      accounts: {
        SITE_ORIGIN: 'http://localhost:3000',
        DATABASE_URL: databaseUrl,
        DATABASE_SCHEMA: schema,
      },
    },
    (line) => {
      lines.push(line);
      void supervisor.stopAll();
    },
  );
  await creation.catch(() => undefined);
  expect(lines).toEqual([expect.stringMatching(/^Administrator: admin {2}Password: \S+/)]);
});
