const everywhere = {
  // These only bound a hang, so they leave room for a machine several times slower, whose processors others use too.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // A message that says which property differs is all that a report has of a failure.
  chaiConfig: { truncateThreshold: 2_000 },
};

/** `npm test` and the pipelines of parts leave these to `npm run test:full`. */
const others = process.env.TEST_TIER === 'first' ? ['**/*.full.test.{ts,tsx}'] : [];

/** Tests of code that only runs in pages, outside of the front ends. */
const pageTests = ['libs/contracts/src/jitless.test.ts', 'tools/src/test/fake-server/*.test.ts'];

/** Tests on Node beside a real PostgreSQL and Redis. */
export const nodeTests = {
  name: 'node',
  include: [
    'libs/{contracts,mails,service-kit}/src/**/*.test.ts',
    'services/*/src/**/*.test.ts',
    'sandbox/*/src/**/*.test.ts',
    'tools/{src,webpack}/**/*.test.ts',
    'bench/src/**/*.test.ts',
  ],
  exclude: ['**/node_modules/**', ...pageTests, ...others],
  environment: 'node',
  // The files of a worker share its process and modules: to start and load them anew takes 0.4 s of processor time per file.
  isolate: false,
  globalSetup: ['./tools/src/test/vitest-services.ts'],
  setupFiles: ['./tools/src/test/cpu-setup.ts'],
  ...everywhere,
};

/** Tests in a simulated browser page. */
export const domTests = {
  name: 'dom',
  include: ['apps/*/src/**/*.test.{ts,tsx}', 'libs/ui-theme/src/**/*.test.{ts,tsx}', ...pageTests],
  exclude: ['**/node_modules/**', ...others],
  environment: 'happy-dom',
  // Each file has its own page, but the programs of the tests are compiled once for a worker: two thirds of the processor time of processes.
  pool: 'vmThreads',
  setupFiles: ['./tools/src/test/cpu-setup.ts', './tools/src/test/dom-setup.ts'],
  ...everywhere,
};
