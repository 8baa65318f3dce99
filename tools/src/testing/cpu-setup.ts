import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { afterAll, expect } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { readCpuSeconds } from '../test/cpu-seconds.ts';

const output = process.env.TEST_CPU_FILE;

/** A worker thread shares its process with the other workers. */
const readSeconds = () => {
  if (isMainThread) return readCpuSeconds();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
};

if (output) {
  const before = readSeconds();
  afterAll(() => {
    const seconds = (readSeconds() - before).toFixed(2);
    appendFileSync(output, `${seconds}\t${relative(repoRoot, expect.getState().testPath ?? '')}\n`);
  });
}
