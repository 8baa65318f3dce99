import nx from '@nx/eslint-plugin';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import testingLibrary from 'eslint-plugin-testing-library';
import tseslint from 'typescript-eslint';

/** Which scopes and kinds may import which: the arrows of ARCHITECTURE.md, law 1. */
export const depConstraints = [
  { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:ui', onlyDependOnLibsWithTags: ['type:ui', 'type:contracts'] },
  { sourceTag: 'type:kit', onlyDependOnLibsWithTags: ['type:kit', 'type:contracts'] },
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:ui', 'type:contracts', 'type:tool'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['type:kit', 'type:contracts'] },
  // The edge is a service that also draws: brand colours are in the page before any script runs.
  { sourceTag: 'type:page-server', onlyDependOnLibsWithTags: ['type:kit', 'type:contracts', 'type:ui'] },
  { sourceTag: 'type:sandbox', onlyDependOnLibsWithTags: ['type:sandbox'] },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:tool', 'type:contracts', 'type:kit'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:e2e', 'type:contracts', 'type:tool'] },
  { sourceTag: 'type:bench', onlyDependOnLibsWithTags: ['type:bench', 'type:contracts', 'type:tool'] },
];

/** Programs, not libraries: the rule above cannot see imports that resolve to nothing. */
const programs =
  '^@fareline/(accounts|edge|flights|payments|shell|search-mfe|booking-mfe|account-mfe|e2e|bench)(/|$)';

const noProgram = { regex: programs, message: 'This is a program: meet it in @fareline/contracts.' };

/** Names that docs/glossary.md replaced; the word to use is in its tables. */
const deniedNames = [
  ...[
    'ask',
    'asked',
    'asking',
    'books',
    'door',
    'doors',
    'desk',
    'fly',
    'heard',
    'kept',
    'landing',
    'landings',
    'leg',
    'legs',
  ],
  ...[
    'look',
    'nobody',
    'purse',
    'rig',
    'sight',
    'silence',
    'somebody',
    'storm',
    'tell',
    'told',
    'town',
    'tombstone',
    'uplift',
  ],
  ...[
    'dropKey',
    'emptyOutbox',
    'forgetOld',
    'fromRedis',
    'giveBack',
    'giveOrderBack',
    'goOn',
    'inTurns',
    'isMine',
    'isPassing',
  ],
  ...[
    'keptFailure',
    'letGo',
    'neverSent',
    'nextTurn',
    'nobodysHash',
    'ownOffer',
    'putUpForReview',
    'restingUntil',
    'setAside',
  ],
  ...['settleCutOff', 'sharedOffer', 'takeKey', 'takeOut', 'takeOver', 'treatAsUnknown', 'upliftPrice'],
];

// The rules that need types are in .oxlintrc.json: with them ESLint takes several times as long.
export default [
  { ignores: ['**/node_modules', '**/dist', '.data', '.nx'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx, 'react-hooks': reactHooks },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { allow: [], depConstraints, enforceBuildableLibDependency: false, banTransitiveDependencies: false },
      ],
      'no-restricted-imports': ['error', { patterns: [noProgram] }],
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'id-denylist': ['error', ...deniedNames],
      'no-console': 'off',
    },
  },
  {
    files: ['apps/**/*.{ts,tsx}', 'libs/ui-theme/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            noProgram,
            { regex: '^@fareline/contracts/services$', message: 'Schemas of endpoints are for services.' },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/**/*.tsx', 'libs/ui-theme/**/*.tsx'],
    plugins: { 'jsx-a11y': jsxA11y },
    settings: {
      'jsx-a11y': {
        components: {
          Button: 'button',
          IconButton: 'button',
          Input: 'input',
          LinkButton: 'a',
          Select: 'select',
          Textarea: 'textarea',
        },
      },
    },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      'jsx-a11y/anchor-is-valid': [
        'error',
        { components: ['Link', 'NavLink', 'SiteLink'], specialLink: ['to'] },
      ],
      // On a component it names what a dialog focuses when it opens, as the WAI-ARIA practices prescribe.
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
    },
  },
  {
    files: ['apps/**/*.test.{ts,tsx}', 'libs/ui-theme/**/*.test.{ts,tsx}'],
    plugins: { 'testing-library': testingLibrary },
    // Other functions whose names contain `render` are not those of Testing Library.
    settings: {
      'testing-library/custom-renders': ['renderApp', 'renderElement', 'renderRoutes', 'renderWithoutRouter'],
    },
    rules: {
      ...testingLibrary.configs['flat/react'].rules,
      'testing-library/no-debugging-utils': 'error',
    },
  },
  {
    // Browsers load these files: a schema here would bring the whole validation library with it.
    files: ['libs/contracts/src/*/endpoints.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^zod$|\\.schema\\.ts$|/contracts\\.ts$',
              allowTypeImports: true,
              message: 'Schemas belong into the contract of this endpoint.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['e2e/src/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [noProgram],
          paths: [
            {
              name: '@playwright/test',
              importNames: ['test'],
              message: 'Take it from ./testing/test.ts: each test is a client with a separate IP address.',
            },
          ],
        },
      ],
    },
  },
  {
    // What the bundler loads by itself is CommonJS.
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // Widgets are built into whoever uses them; the contexts that they read are those of the one shared ui-theme.
    files: ['libs/ui-theme/src/widgets/**/*.{ts,tsx}'],
    rules: {
      '@nx/enforce-module-boundaries': ['error', { allowCircularSelfDependency: true, depConstraints }],
    },
  },
  {
    // These stand for packages whose own names lead back to them; only their path leads to the package.
    files: ['tools/webpack/shared-types/*.d.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
];
