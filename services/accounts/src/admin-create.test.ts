import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase } from '@fareline/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tables } from './db/tables.ts';

const run = promisify(execFile);

let database: ReturnType<typeof testDatabase<Tables>>;
beforeEach(() => {
  database = testDatabase<Tables>('administrator');
});
afterEach(() => database.drop());

async function createAdministrator(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'admin-create.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: database.url, DATABASE_SCHEMA: database.schema },
  });
  return stdout.trim();
}

describe('admin-create --if-none', () => {
  it('[SECURITY-08] creates one administrator when several first starts share a fresh database', async () => {
    const lines = await Promise.all(Array.from({ length: 4 }, () => createAdministrator('--if-none')));
    expect(lines.filter((line) => line.includes('Password:'))).toHaveLength(1);
    expect(lines.filter((line) => line === 'Administrator: admin')).toHaveLength(3);
  });
});
