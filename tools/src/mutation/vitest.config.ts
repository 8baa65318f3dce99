import { defineConfig } from 'vitest/config';
import { domTests, nodeTests } from '../test/vitest-projects.ts';
import { listTests } from './parts.ts';

/** The tests that Stryker runs for the part in MUTATION_PART. The command has started PostgreSQL and Redis. */
const name = process.env.MUTATION_PART ?? '';
const globs = listTests(name);

export default defineConfig({
  test: {
    ...(/^apps|ui-theme/.test(name) ? domTests : nodeTests),
    // A change of what a module computes when it is loaded shows only where it is loaded anew.
    isolate: true,
    include: globs.filter((glob) => !glob.startsWith('!')),
    exclude: ['**/node_modules/**', ...globs.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1) : []))],
    globalSetup: [],
  },
});
