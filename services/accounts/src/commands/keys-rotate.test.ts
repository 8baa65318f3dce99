import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const run = (env: Record<string, string>, ...args: string[]) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'keys-rotate.ts'), ...args],
    {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    },
  );
  return { status, stderr };
};

it('[ACCOUNT-07] exits with 1 and lists missing and invalid settings', () => {
  expect(run({ DATABASE_URL: 'nonsense' })).toEqual({
    status: 1,
    stderr:
      'Cannot start with these settings:\n' +
      '  DATABASE_URL is not valid: not the URL of a PostgreSQL server that begins with postgres:// or postgresql://.\n' +
      '  SESSION_KEY_SECRET is missing: set it to the secret that the session keys in the database are stored with, ' +
      '32 characters or more.\n',
  });
});

it.each([
  ['--new-secrets', "Unknown option '--new-secrets'."],
  ['new-secret', "Unexpected argument 'new-secret'."],
])('refuses %s with a sentence, before it reads any setting', (arg, sentence) => {
  const { status, stderr } = run({ DATABASE_URL: 'nonsense' }, arg);
  expect(stderr).toBe(`${sentence}\nSee --help.\n`);
  expect(status).toBe(2);
});
