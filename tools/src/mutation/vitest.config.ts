import { defineConfig } from 'vitest/config';
import { domTests, nodeTests } from '../test/vitest-projects.ts';
import { inPart, parts } from './parts.ts';

/** The tests that Stryker runs for the part in MUTATION_PART. The command starts PostgreSQL and Redis if they are needed. */
const name = process.env.MUTATION_PART ?? '';
const part = parts[name];
if (!part) throw new Error(`MUTATION_PART is not a part: ${name}`);
const globs = inPart(name, part.tests);

export default defineConfig({
  test: {
    ...(part.environment === 'dom' ? domTests : nodeTests),
    // A change of what a module computes when it is loaded shows only where it is loaded anew.
    isolate: true,
    include: globs.filter((glob) => !glob.startsWith('!')),
    exclude: [
      '**/node_modules/**',
      ...globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
    ],
    globalSetup: [],
  },
});
