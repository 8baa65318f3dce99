import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runAndCapture, runChecks } from './run-checks.ts';

afterEach(() => vi.unstubAllEnvs());

it('runs two checks at a time, and one alone that has to be, also after a failure', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checks-'));
  /** A check that waits for the end of another one, and fails unless those that it needs have ended. */
  const check = (name: string, awaits = '', needs: string[] = [], isAlone?: true) => ({
    name,
    isAlone,
    command: process.execPath,
    args: [
      '-e',
      `const { existsSync, writeFileSync } = require('node:fs');
      const hasEnded = (name) => existsSync(${JSON.stringify(folder)} + '/' + name);
      const end = () => {
        if (${JSON.stringify(awaits)} && !hasEnded(${JSON.stringify(awaits)})) return setTimeout(end, 5);
        if (!${JSON.stringify(needs)}.every(hasEnded)) process.exit(1);
        writeFileSync(${JSON.stringify(join(folder, name))}, '');
      };
      end();`,
    ],
  });
  const lines: string[] = [];
  const outcome = await runChecks(
    [
      check('slow', 'quick'),
      check('failing', '', ['nothing']),
      check('quick'),
      check('alone', '', ['slow'], true),
      check('last', '', ['alone']),
    ],
    (line) => lines.push(line),
  );
  await rm(folder, { recursive: true });
  expect(outcome).toEqual({ passed: 4, failed: 1, failures: ['failing\n'] });
  const ended = lines.flatMap((line) => /[✓✗] (\w+)/.exec(line)?.[1] ?? []);
  expect(ended.slice(3)).toEqual(['alone', 'last']);
});

it('lets a check start the programs of the repository by name', async () => {
  vi.stubEnv('PATH', '/usr/bin:/bin');
  const { code, output } = await runAndCapture({ command: 'node', args: ['-p', 'process.execPath'] });
  expect({ code, program: output.trim() }).toEqual({ code: 0, program: process.execPath });
});
