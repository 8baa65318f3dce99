/** Tests on Node beside a real PostgreSQL and Redis. */
export const nodeTests = {
  name: 'node',
  include: [
    'libs/{contracts,service-kit}/src/**/*.test.ts',
    'services/*/src/**/*.test.ts',
    'sandbox/*/src/**/*.test.ts',
    'tools/{src,webpack}/**/*.test.ts',
    'bench/src/**/*.test.ts',
  ],
  environment: 'node',
  globalSetup: ['./tools/src/test/vitest-services.ts'],
  testTimeout: 20_000,
  hookTimeout: 30_000,
};

/** Tests in a simulated browser page. */
export const domTests = {
  name: 'dom',
  include: ['apps/*/src/**/*.test.{ts,tsx}', 'libs/ui-theme/src/**/*.test.{ts,tsx}'],
  environment: 'happy-dom',
  setupFiles: ['./tools/src/test/dom-setup.ts'],
  testTimeout: 20_000,
};
