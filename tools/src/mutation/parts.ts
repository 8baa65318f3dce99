/** What Stryker mutates in a part, and the tests that it runs; globs below the part's folder. */
export interface Part {
  /** Files with rules that run in the process of the tests: no markup, routes or SQL. */
  mutate: string[];
  tests: string[];
  environment: 'node' | 'dom';
  /** Whether the tests need PostgreSQL and Redis. */
  needsStores?: boolean;
}

const sources = ['src/**/*.ts', '!src/**/testing/**', '!src/**/index.ts'];
const tests = ['src/**/*.test.{ts,tsx}'];

export const parts: Record<string, Part> = {
  'libs/contracts': {
    // Declarations of endpoints are tested by the services that implement them.
    mutate: [...sources, '!src/**/{endpoints,contracts}.ts', '!src/brands/default-brand.ts'],
    tests,
    environment: 'node',
  },
  'libs/ui-theme': {
    mutate: ['src/{formats,theme}/*.ts', 'src/toast/toast-store.ts', '!src/**/index.ts'],
    tests: ['src/{formats,theme,toast}/*.test.{ts,tsx}'],
    environment: 'dom',
  },
  'libs/service-kit': {
    mutate: [
      'src/{app-error,call-with-limits,config,loading-cache,logging,mode-clients,redact-secrets,request-context,with-timeout}.ts',
      'src/{http,sessions}/*.ts',
      'src/limits/{client,concurrency,memory-window}.ts',
    ],
    tests: [
      'src/{call-with-limits,config,loading-cache,logging,mode-clients,redact-secrets,request-context,with-timeout}.test.ts',
      'src/{http,sessions}/*.test.ts',
      'src/limits/{client,concurrency,memory-window}.test.ts',
    ],
    environment: 'node',
    needsStores: true,
  },
  'services/accounts': {
    mutate: ['src/config.ts'],
    tests: ['src/config.test.ts'],
    environment: 'node',
  },
  'services/edge': {
    mutate: ['src/{config,is-unambiguous-path}.ts', 'src/proxy/replicas.ts'],
    tests: ['src/{config,is-unambiguous-path}.test.ts', 'src/proxy/replicas.test.ts'],
    environment: 'node',
  },
  'services/flights': {
    mutate: [
      'src/{chunks,config}.ts',
      'src/duffel/{included-bags,map-*}.ts',
      'src/pricing/pricing.ts',
      'src/searches/{encoding,search-facts,validate-search}.ts',
    ],
    tests: [
      'src/{chunks,config}.test.ts',
      'src/duffel/map-*.test.ts',
      'src/pricing/pricing.test.ts',
      'src/searches/{encoding,search-facts,validate-search}.test.ts',
    ],
    environment: 'node',
    needsStores: true,
  },
  'services/payments': {
    mutate: [
      'src/{config,request-id}.ts',
      'src/bookings/{local-time,order-passengers}.ts',
      'src/cancellations/calculate-refund.ts',
      'src/duffel/order-outcome.ts',
      'src/stripe/amounts.ts',
    ],
    tests: [
      'src/{config,request-id}.test.ts',
      'src/bookings/{local-time,order-passengers}.test.ts',
      'src/cancellations/calculate-refund.test.ts',
      'src/duffel/order-outcome.test.ts',
      'src/stripe/amounts.test.ts',
    ],
    environment: 'node',
    needsStores: true,
  },
  'apps/search-mfe': {
    mutate: [
      'src/airports/rank-airports.ts',
      'src/filters/{filter-counts,filter-groups,filter-matcher,filter-model,filter-options,filter-params,filter-values,price-range}.ts',
      'src/offers/*.ts',
      'src/results/{merge-offers,sort-itineraries}.ts',
      'src/search-form/{form-values,price-notes,validate-search}.ts',
      'src/search-query/*.ts',
      '!src/**/*-queries.ts',
    ],
    tests: ['src/**/*.test.ts', '!src/prerender.test.ts'],
    environment: 'dom',
  },
  'apps/booking-mfe': {
    mutate: [
      'src/offer/{search-url,verify-offer-validity}.ts',
      'src/passengers/{passenger-fields,passport-rules,phone}.ts',
      'src/payment/{attempt,card-input,card-rules,complete-booking,failures,stored-attempts}.ts',
      'src/price/totals.ts',
      'src/seats/{cabin-layout,passengers,selection}.ts',
    ],
    tests: ['src/**/*.test.ts'],
    environment: 'dom',
  },
  'apps/account-mfe': {
    mutate: ['src/login/redirect-path.ts', 'src/trips/trip-labels.ts', 'src/brands/brand-fields.ts'],
    tests: [
      'src/login/redirect-path.test.ts',
      'src/trips/trip-labels.test.ts',
      'src/brands/brand-fields.test.ts',
    ],
    environment: 'dom',
  },
};

/** Globs from the root of the repository. */
export const inPart = (part: string, globs: string[]): string[] =>
  globs.map((glob) => (glob.startsWith('!') ? `!${part}/${glob.slice(1)}` : `${part}/${glob}`));
