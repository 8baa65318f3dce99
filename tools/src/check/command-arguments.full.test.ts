// Starts a process for each command: a command is its own module, which reads its arguments when it is loaded.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';

// Starting a process takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

// Without a running product and releases, which a command that accepts its arguments by mistake would change.
const folder = mkdtempSync(join(tmpdir(), 'arguments-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(file: string, ...args: string[]) {
  const path = join(import.meta.dirname, '..', file);
  const env = { PATH: process.env.PATH, FARELINE_DATA: folder };
  return spawnSync(process.execPath, [path, ...args], { env, encoding: 'utf8', timeout: 30_000 });
}

describe('a command', () => {
  it.each([
    'backup/backup.ts',
    'backup/restore.ts',
    'check/check.ts',
    'dev.ts',
    'lock/lock.ts',
    'mutation/mutation.ts',
    'pipeline/pipeline.ts',
    'prerender/prerender.ts',
    'release/release.ts',
    'requirements/requirements.ts',
    'start/admin.ts',
    'start/keys.ts',
    'start/main.ts',
    'test/full.ts',
    'test/main.ts',
  ])('%s refuses an unknown option with a sentence', (file) => {
    const { status, stdout, stderr } = run(file, '--bogus');
    expect(stdout + stderr).toBe("Unknown option '--bogus'.\nSee --help.\n");
    expect(status).toBe(2);
  });

  it.each([
    ['pipeline/pipeline.ts', ['flights', 'deploy'], '"deploy" is not one of check, release, promote.'],
    [
      'pipeline/pipeline.ts',
      ['nothing'],
      'Name a part: account, booking, search, shell, accounts, edge, flights, payments, libraries.',
    ],
    ['backup/backup.ts', [], 'Name a new folder for the backup.'],
    ['backup/backup.ts', ['foo', 'bar'], "Unexpected argument 'bar'."],
    ['backup/restore.ts', [], 'Name the folder of a backup.'],
    ['requirements/requirements.ts', ['foo'], "Unexpected argument 'foo'."],
    ['check/check.ts', ['foo'], "Unexpected argument 'foo'."],
    ['start/keys.ts', ['foo'], "Unexpected argument 'foo'."],
    ['start/admin.ts', ['a', 'a@b.example', 'foo'], "Unexpected argument 'foo'."],
    ['mutation/mutation.ts', ['--test'], "Option '--test <value>' argument missing."],
    ['release/release.ts', ['search', '--percent', '5'], '--brand and --percent are for a --candidate.'],
    [
      'release/release.ts',
      ['search', '--candidate', '--percent', '0'],
      '--percent takes a number above 0, at most 100, in steps of 0.1.',
    ],
    [
      'release/release.ts',
      ['search', '--candidate', '--percent', '500'],
      '--percent takes a number above 0, at most 100, in steps of 0.1.',
    ],
    [
      'release/release.ts',
      ['search', '--candidate', '--percent', '0.05'],
      '--percent takes a number above 0, at most 100, in steps of 0.1.',
    ],
    ['release/release.ts', ['search', 'shell', '--built', '/x'], '--built takes one front end.'],
    [
      'release/release.ts',
      ['search', '--rollback', '--built', '/x'],
      '--built goes with a name and --candidate, or with --all, only.',
    ],
    [
      'release/release.ts',
      ['nothing'],
      'Unknown front end "nothing". The front ends are: account, booking, search, shell.',
    ],
    [
      'release/release.ts',
      ['nothing', '--rollback'],
      'Unknown front end "nothing". Released front ends: none.',
    ],
    ['release/release.ts', ['search', '--prune', '0'], '--prune takes the number of versions that stay.'],
    ['release/release.ts', ['search', '--prune', 'all'], '--prune takes the number of versions that stay.'],
    ['release/release.ts', ['search', 'shell', '--to', '1-a'], '--to takes one front end.'],
    [
      'release/release.ts',
      ['search', '--rollback', '--to', '1-a'],
      '--rollback and --to cannot be combined.',
    ],
    ['release/release.ts', ['--rollback'], 'Name a front end.'],
    ['release/release.ts', ['--all', '--rollback'], '--all and --rollback cannot be combined.'],
    [
      'release/release.ts',
      ['search', '--rollback', '--services'],
      '--services and --rollback cannot be combined.',
    ],
    [
      'release/release.ts',
      ['search', '--site', ''],
      '--site takes the URL of a site such as https://fares.example, in a pipeline RELEASES_URL.',
    ],
    [
      'release/release.ts',
      ['search', '--rollback', '--site', 'https://fares.example'],
      '--site is for a release and for --promote.',
    ],
    ['release/release.ts', ['search', '--commit', 'a'], '--commit is for --promote.'],
    ['release/release.ts', ['search', '--check'], '--check is for --services.'],
    [
      'release/release.ts',
      ['search', '--services'],
      '--services takes flights, payments, accounts, and not search.',
    ],
    [
      'release/release.ts',
      ['search', '--rollback', '--remove'],
      '--remove and --rollback cannot be combined.',
    ],
    ['release/release.ts', ['search', '--list'], '--list takes no names.'],
  ])('%s refuses %j: %s', (file, args, sentence) => {
    const { status, stderr } = run(file, ...args);
    expect(stderr).toBe(`${sentence}\nSee --help.\n`);
    expect(status).toBe(2);
  });
});
