import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../../local/paths.ts';
import { readRequirements } from '../../requirements/list.ts';
import { findRowProblems, readRegister } from './register.ts';
import { findBrandTexts, findPromises, type Sentence } from './sentences.ts';

const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');
// The gallery installs packages beside its pages.
const list = (patterns: string[]) =>
  globSync(patterns, { cwd: repoRoot, exclude: ['**/node_modules'] }).sort();

const register = 'libs/contracts/src/promises/*.ts';
const isForStaff = /account-mfe\/src\/staff\/|contracts\/src\/review\//;
const isForTests = /\.(?:test|stories)\.tsx?$|\/testing\//;

/** A fare's own rules stand once in them, with their test. (PROMISE-03) */
const fareRules = /contracts\/src\/bookings\/(?:fare-rules|cancellation)\.ts$/;

/** What travellers read: pages, the texts that they take from libraries, and mails. */
export const listPages = (): string[] =>
  list([
    'apps/*/src/**/*.{ts,tsx}',
    'libs/{contracts,presentation,ui-theme}/src/**/*.{ts,tsx}',
    'services/*/src/**/*mail*.ts',
  ]).filter(
    (file) =>
      !isForStaff.test(file) &&
      !isForTests.test(file) &&
      !fareRules.test(file) &&
      !file.startsWith('libs/contracts/src/promises'),
  );

const defaultBrand = 'libs/contracts/src/brands/default-brand.ts';

const listStaffPaths = () =>
  new Set(
    [...read('apps/account-mfe/src/routes.ts').matchAll(/path: '(\/admin[^']*)'/g)].map(([, path]) => path!),
  );

const toProblem =
  (file: string) =>
  ({ line, sentence }: Sentence) =>
    `${file}:${line} is a promise without a row in ${register}: ${sentence}`;

/** All that is wrong with the promises of this repository, as `file:line message`. (PROMISE-01) */
export function findPromiseProblems(): string[] {
  const rows = list([register]).flatMap((file) => readRegister(file, read(file)));
  const readSpec = (file: string) => {
    const path = `e2e/src/${file}`;
    return existsSync(join(repoRoot, path)) ? read(path) : undefined;
  };
  const requirementIds = new Set(readRequirements(read('docs/requirements.md')).flatMap(({ ids }) => ids));
  return [
    ...findRowProblems(rows, { readSpec, requirementIds, staffPaths: listStaffPaths() }),
    ...listPages().flatMap((file) => findPromises(file, read(file)).map(toProblem(file))),
    ...findBrandTexts(defaultBrand, read(defaultBrand)).map(toProblem(defaultBrand)),
  ];
}

if (import.meta.main) {
  const problems = findPromiseProblems();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
