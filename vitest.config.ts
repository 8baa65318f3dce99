import { defineConfig } from 'vitest/config';
import { nodeTests, domProject, plainTests } from './tools/src/test/vitest-projects.ts';

export default defineConfig({
  test: {
    // Much of the time goes into waiting for real programs; with one worker per core a quarter of the time would be idle.
    maxWorkers: 3,
    maxConcurrency: 3,
    projects: [{ test: nodeTests }, { test: plainTests }, domProject],
  },
});
