import { fileURLToPath } from 'node:url';

const everywhere = {
  // These only bound a hang, so they leave room for a machine several times slower, whose processors others use too.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // A message that says which property differs is all that a report has of a failure.
  chaiConfig: { truncateThreshold: 2_000 },
};

/** `npm test` and the pipelines of parts leave these to `npm run test:full`. */
const others = process.env.TEST_TIER === 'first' ? ['**/*.full.test.{ts,tsx}'] : [];

const exclude = ['**/node_modules/**', ...others];

/** Tests on Node beside a real PostgreSQL and Redis. */
export const nodeTests = {
  name: 'node',
  include: [
    'libs/{releases,service-kit}/src/**/*.test.ts',
    'services/*/src/**/*.test.ts',
    'sandbox/*/src/**/*.test.ts',
    'tools/{src,webpack}/**/*.test.ts',
    'bench/src/**/*.test.ts',
  ],
  exclude,
  environment: 'node',
  // The files of a worker share its process and modules: to start and load them anew takes 0.4 s of processor time per file.
  isolate: false,
  globalSetup: ['./tools/src/testing/vitest-services.ts'],
  setupFiles: ['./tools/src/testing/cpu-setup.ts'],
  // Node strips the types itself; compiled by Vite they take an eighth more processor time.
  experimental: { viteModuleRunner: false },
  ...everywhere,
};

/** Tests that need neither stores nor a page. */
export const plainTests = {
  name: 'plain',
  include: ['apps/*/src/**/*.test.ts', 'libs/{contracts,mails,presentation,ui-theme}/src/**/*.test.ts'],
  exclude,
  environment: 'node',
  pool: 'threads',
  isolate: false,
  setupFiles: ['./tools/src/testing/cpu-setup.ts'],
  ...everywhere,
};

/** Tests in a simulated browser page: those whose names end in `.tsx`. */
export const domTests = {
  name: 'dom',
  include: ['{apps,libs,tools}/**/src/**/*.test.tsx'],
  exclude,
  environment: 'happy-dom',
  // Each file has its own page, but the programs of the tests are compiled once for a worker: two thirds of the processor time of processes.
  pool: 'vmThreads',
  alias: {
    'react/jsx-runtime': fileURLToPath(
      new URL('cjs/react-jsx-runtime.production.js', import.meta.resolve('react')),
    ),
  },
  setupFiles: ['./tools/src/testing/cpu-setup.ts', './tools/src/testing/dom-setup.ts'],
  ...everywhere,
};

/** React's development build of elements takes a stack trace for each: a fifth of the processor time of these tests. */
export const domProject = {
  oxc: { jsx: { runtime: 'automatic' as const, development: false } },
  test: domTests,
};
