/** What Stryker mutates in a part, and the tests that it runs; globs below the part's folder. */
interface Part {
  /** Files with rules that run in the process of the tests: no markup, routes or SQL. */
  mutate: string[];
  /** Default: the tests of the same names. */
  tests?: string[];
}

export const parts: Record<string, Part> = {
  'libs/contracts': {
    // Declarations of endpoints are tested by the services that implement them.
    mutate: ['src/**/*.ts', '!src/**/testing/**', '!src/**/{index,endpoints,contracts,default-brand}.ts'],
    tests: ['src/**/*.test.ts'],
  },
  'libs/presentation': {
    mutate: ['src/**/*.ts', '!src/**/index.ts'],
    tests: ['src/**/*.test.ts'],
  },
  'libs/ui-theme': {
    mutate: ['src/toast/toast-store.ts'],
    tests: ['src/toast/*.test.tsx'],
  },
  'libs/service-kit': {
    mutate: [
      'src/{app-error,call-with-limits,config,loading-cache,logging,mode-clients,redact-secrets,request-context,with-timeout}.ts',
      'src/{http,sessions}/*.ts',
      'src/limits/{client,concurrency,memory-window}.ts',
    ],
  },
  'services/accounts': {
    mutate: ['src/config.ts'],
  },
  'services/edge': {
    mutate: ['src/{config,is-unambiguous-path}.ts', 'src/proxy/replicas.ts'],
  },
  'services/flights': {
    mutate: [
      'src/{chunks,config}.ts',
      'src/duffel/{included-bags,map-*}.ts',
      'src/pricing/pricing.ts',
      'src/searches/{encoding,search-facts,validate-search}.ts',
    ],
  },
  'services/payments': {
    mutate: [
      'src/{config,request-id}.ts',
      'src/bookings/{cancellability,local-time,order-passengers}.ts',
      'src/bookings/calculate-refund.ts',
      'src/duffel/order-outcome.ts',
      'src/reconciliation/{compare-ledger,describe-sides}.ts',
      'src/review/possible-actions.ts',
      'src/stripe/{amounts,declines,intent-state}.ts',
    ],
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
    tests: [
      'src/**/*.test.ts',
      '!src/prerender.test.ts',
      'src/search-form/form-values.test.tsx',
      'src/search-query/storage.test.tsx',
    ],
  },
  'apps/booking-mfe': {
    mutate: [
      'src/offer/{search-url,verify-offer-validity}.ts',
      'src/passengers/{passenger-fields,passport-rules,phone}.ts',
      'src/payment/{attempt,card-input,card-rules,complete-booking,failures,stored-attempts}.ts',
      'src/price/totals.ts',
      'src/seats/{cabin-layout,passengers,selection}.ts',
    ],
    tests: [
      'src/**/*.test.ts',
      'src/offer/verify-offer-validity.test.tsx',
      'src/payment/{complete-booking,stored-attempts}.test.tsx',
    ],
  },
  'apps/account-mfe': {
    mutate: ['src/login/redirect-path.ts', 'src/trips/trip-labels.ts', 'src/brands/brand-fields.ts'],
  },
};

const fromRoot = (part: string, globs: string[]): string[] =>
  globs.map((glob) => (glob.startsWith('!') ? `!${part}/${glob.slice(1)}` : `${part}/${glob}`));

/** Globs of a part's files that are mutated, from the root of the repository; none for a part that is not in the list. */
export const listMutated = (name: string): string[] =>
  fromRoot(name, [...(parts[name]?.mutate ?? []), '!**/*.test.*']);

/** Globs of the tests for them. */
export function listTests(name: string): string[] {
  const { mutate, tests }: Part = parts[name] ?? { mutate: [] };
  return fromRoot(name, tests ?? mutate.map((glob) => glob.replace(/\.ts$/, '.test.ts')));
}
