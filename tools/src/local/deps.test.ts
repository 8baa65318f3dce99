import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeps } from './deps.ts';
import { Supervisor } from './supervisor.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deps-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps the logs of earlier runs', () => {
  const log = join(folder, 'logs', 'payments.log');
  mkdirSync(join(folder, 'logs'));
  writeFileSync(log, 'what happened\n');
  const { logsDir } = createDeps(folder, new Supervisor(() => undefined), {});
  expect(logsDir).toBe(join(folder, 'logs'));
  expect(readFileSync(log, 'utf8')).toBe('what happened\n');
});
