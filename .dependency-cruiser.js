const testFiles = [
  '\\.(test|spec|stories)\\.tsx?$',
  '/testing/',
  '^(bench|e2e)/',
  '^tools/src/(conformance|crash|lighthouse|mutation|stores)/',
  '^tools/src/test/(browser|e2e|full|main|suites)\\.ts$',
];

const parts = '^(?:(?:apps|services|libs|sandbox)/[^/]+|tools|e2e|bench)/';

/** What each part may import besides itself: law 1 of ARCHITECTURE.md. */
const allowed = {
  'apps/[^/]+': ['libs/contracts', 'libs/presentation', 'libs/ui-theme', 'tools'],
  'services/flights': ['libs/contracts', 'libs/service-kit'],
  // Mails and documents have the colours of the brand, and dates and money as on the screens.
  'services/payments': ['libs/contracts', 'libs/service-kit', 'libs/mails', 'libs/presentation'],
  'services/accounts': [
    'libs/contracts',
    'libs/service-kit',
    'libs/releases',
    'libs/mails',
    'libs/presentation',
  ],
  // The edge is a service that also draws: brand colours are in the page before any script runs.
  'services/edge': ['libs/contracts', 'libs/service-kit', 'libs/releases', 'libs/presentation/src/theme'],
  'libs/contracts': [],
  'libs/(presentation|service-kit)': ['libs/contracts'],
  'libs/releases': ['libs/contracts', 'libs/service-kit'],
  'libs/(mails|ui-theme)': ['libs/contracts', 'libs/presentation'],
  'sandbox/kit': [],
  // The fake provider flies between the airports that the product lists.
  'sandbox/duffel': ['sandbox/kit', 'libs/contracts/src/airports'],
  'sandbox/(?!kit/|duffel/)[^/]+': ['sandbox/kit'],
  tools: ['libs/contracts', 'libs/service-kit', 'libs/releases'],
  e2e: ['libs/contracts', 'tools'],
  bench: ['libs/contracts', 'tools'],
};

/**
 * All rules about imports; they need no build. tools/src/check/features.ts checks for cycles between features.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    ...Object.entries(allowed).map(([part, others]) => ({
      name: 'no-other-parts',
      comment: 'Parts meet in libraries, and dependencies point one way.',
      severity: 'error',
      from: { path: `^(${part})/` },
      to: { path: parts, pathNot: ['^$1/', ...others.map((other) => `^${other}/`)] },
    })),
    {
      name: 'no-parts-by-path',
      comment: 'A part is imported by its name, so that its package says what others may use.',
      severity: 'error',
      from: { path: `(${parts})` },
      to: { path: parts, pathNot: '^$1', dependencyTypes: ['local'] },
    },
    {
      name: 'contracts-only-zod',
      comment: 'Browsers and services load the contracts.',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: testFiles },
      to: { pathNot: ['^libs/contracts/', 'node_modules/zod/'] },
    },
    {
      name: 'no-providers-outside-adapters',
      comment: 'What a provider calls things stays in the folder that speaks to it, its types too.',
      severity: 'error',
      from: { path: '^(services|libs)/', pathNot: [...testFiles, '^services/[^/]+/src/(duffel|stripe)/'] },
      to: { path: 'node_modules/(stripe|@duffel/api)/' },
    },
    {
      name: 'no-schemas-in-endpoints',
      comment: 'Browsers load these files: a schema would bring the whole validation library with it.',
      severity: 'error',
      from: {
        path: '^libs/contracts/src/(index|endpoint-types|client/[^/]+|[^/]+/endpoints)\\.ts$',
        pathNot: testFiles,
      },
      to: {
        path: 'node_modules/zod/|\\.schema\\.ts$|/(contracts|schemas|services)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-contracts-of-services-in-browsers',
      comment: 'Schemas of endpoints are for services; tests may read who may call them.',
      severity: 'error',
      from: { path: '^(apps/|libs/ui-theme/)', pathNot: testFiles },
      to: { path: '^libs/contracts/src/services\\.ts$' },
    },
    {
      name: 'no-staff-for-travellers',
      comment: 'The screens of staff are in chunks of their own, which no screen of travellers loads.',
      severity: 'error',
      from: { path: '^apps/account-mfe/src/', pathNot: [...testFiles, '^apps/account-mfe/src/staff/'] },
      to: { path: '^apps/account-mfe/src/staff/' },
    },
    {
      name: 'no-copied-state',
      comment:
        'Each front end bundles its widgets: brand and toasts that they import by path are copies without content.',
      severity: 'error',
      from: { path: '^libs/ui-theme/src/widgets/', pathNot: testFiles },
      to: { path: '^libs/ui-theme/src/(brand|toast)/', dependencyTypes: ['local'] },
    },
    {
      name: 'no-cycles',
      comment: 'Files in a cycle cannot be understood, tested or moved alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-tests-in-production',
      comment: 'Tests, harnesses and samples must not become part of the product.',
      severity: 'error',
      from: { pathNot: testFiles },
      to: { path: testFiles },
    },
    {
      name: 'no-unresolved-parts',
      comment:
        'The rules above do not apply to an import whose file is not found; a program has no file to import.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^(@fareline/|\\.)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Our own builds only: the files of most packages are in such a folder too.
    exclude: { path: '^(?!.*node_modules/).*/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
