import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import testingLibrary from 'eslint-plugin-testing-library';
import tseslint from 'typescript-eslint';

// The rules that need types are in .oxlintrc.json: with them ESLint takes several times as long.
export default [
  { ignores: ['**/node_modules', '**/dist', '.data', '.nx'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'off',
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
    files: ['services/**/*.ts', 'libs/service-kit/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[arguments.1.value=/like$/i]:not([arguments.2.callee.name=/^like(Exactly|Containing)$/])',
          message: 'Make the pattern with likeExactly or likeContaining of service-kit/db/like-pattern.',
        },
        {
          selector: 'TaggedTemplateExpression[tag.name="sql"] TemplateElement[value.raw=/\\bi?like\\s*$/i]',
          message: 'Compare with eb(…, "ilike", likeContaining(…)).',
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
];
