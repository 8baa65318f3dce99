const testFiles = [
  '\\.(test|spec)\\.tsx?$',
  '/src/testing/',
  '^(bench|e2e)/',
  '^tools/src/(endpoints/testing|test/fake-server)/',
];

/**
 * Rules about files, checked by `npm run check`. ESLint checks which part may import which (eslint.config.js), and
 * tools/src/check/feature-cycles.test.ts checks for cycles between features.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
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
      comment: 'The rules above do not apply to an import whose file is not found.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^(@fareline/|\\.)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
