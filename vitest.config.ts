import { defineConfig } from 'vitest/config';
import { domTests, nodeTests } from './tools/src/test/vitest-projects.ts';

export default defineConfig({
  test: {
    // Much of the time goes into waiting for real programs; one worker would leave a core idle.
    maxWorkers: 2,
    maxConcurrency: 3,
    projects: [{ test: nodeTests }, { test: domTests }],
  },
});
