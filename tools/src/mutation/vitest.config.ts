import { defineConfig } from 'vitest/config';
import { domTests, nodeTests } from '../testing/vitest-projects.ts';

/** The command has started PostgreSQL and Redis. */
const include = (process.env.MUTATION_TESTS ?? '').split(',');

export default defineConfig({
  test: {
    ...(/^apps|ui-theme/.test(include[0] ?? '') ? domTests : nodeTests),
    include,
    // A change of what a module computes when it is loaded shows only where it is loaded anew.
    isolate: true,
    globalSetup: [],
  },
});
