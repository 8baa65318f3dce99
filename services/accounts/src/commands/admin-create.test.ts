import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase } from '@fareline/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tables } from '../db/schema.ts';
import { findByUsername, insertUser } from '../users/user.repository.ts';

const run = promisify(execFile);

// Starting several processes takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

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

const insertTestUser = (username: string, email: string) =>
  insertUser(database.db, { username, email, firstName: null, lastName: null, passwordHash: 'x' });

describe('admin-create', () => {
  it('[ACCOUNT-04] makes an existing user an administrator only if their email address is given', async () => {
    await createAdministrator('--if-none', 'first');
    await insertTestUser('operator1', 'operator1@fareline.example');
    const isAdmin = async () => (await findByUsername(database.db, 'operator1'))?.is_admin;

    for (const args of [['operator1', 'boss@corp.example'], ['operator1']])
      await expect(createAdministrator(...args)).rejects.toThrow(
        'The user name operator1 is taken: give the email address of that user',
      );
    expect(await isAdmin()).toBe(false);

    expect(await createAdministrator('operator1', 'Operator1@fareline.example')).toBe(
      'Administrator: operator1 (password unchanged)',
    );
    expect(await isAdmin()).toBe(true);
  });
});

it.each([
  [['--if-nones'], "Unknown option '--if-nones'."],
  [['--admin', 'boss'], "Unknown option '--admin'."],
  [['boss', 'boss@corp.example', 'other'], "Unexpected argument 'other'."],
])('admin-create refuses %j with a sentence and the help text', async (args, sentence) => {
  const refused = createAdministrator(...args);
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`${sentence}\n\nadmin-create.ts `) as string,
  });
});

describe('admin-create --if-none', () => {
  it('[SECURITY-08] creates one administrator when it runs concurrently on an empty database', async () => {
    const lines = await Promise.all(Array.from({ length: 4 }, () => createAdministrator('--if-none')));
    expect(lines.filter((line) => line.includes('Password:'))).toHaveLength(1);
    expect(lines.filter((line) => line === 'Administrator: admin')).toHaveLength(3);
  });
});
