import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('[SECURITY-08] the password is told at once, and so is not lost with a start that ends right after it', async () => {
  const supervisor = new Supervisor(() => undefined);
  const context = { supervisor, dataDir: folder, logsDir: folder, env: { PATH: process.env.PATH } };
  const heard: string[] = [];
  const made = createAdministrator(
    context,
    { accounts: { DATABASE_URL: databaseUrl, DATABASE_SCHEMA: schema } },
    (line) => {
      heard.push(line);
      void supervisor.stop();
    },
  );
  await made.catch(() => undefined);
  expect(heard).toEqual([expect.stringMatching(/^Administrator: admin {2}Password: \S+/)]);
});
