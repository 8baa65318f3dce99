// Starts the product and books while parts of it are killed, as the command does.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { runCommand } from '../local/processes.ts';

it('[MONEY-24] [MONEY-25] [PROVIDER-35] [TRIP-08] books and changes trips without a contradiction while each part of the product is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const crash = (runs: number, trips: number) =>
    runCommand({
      ...{ name: 'crash', command: process.execPath, cwd: repoRoot },
      args: [join(repoRoot, 'tools/src/crash/crash.ts'), '--runs', String(runs), '--trips', String(trips)],
      env: { ...process.env, FARELINE_DATA: folder },
    });
  expect((await crash(8, 5)).at(-1)).toMatch(/^13 runs, 1[23] with a death, .* 0 violated$/);
  // All runs are done, so that this only counts them.
  expect((await crash(3, 2)).at(-1)).toMatch(/^13 runs/);
  expect((await readFile(join(folder, 'crash/runs.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(13);
}, 480_000);
