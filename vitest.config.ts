import { defineConfig } from 'vitest/config';
import { nodeTests, domProject, plainTests } from './tools/src/testing/vitest-projects.ts';

export default defineConfig({
  test: {
    // Much of the time goes into waiting for real programs; with one worker more than cores a quarter of it was idle.
    maxWorkers: 4,
    maxConcurrency: 3,
    projects: [{ test: nodeTests }, { test: plainTests }, domProject],
  },
});
