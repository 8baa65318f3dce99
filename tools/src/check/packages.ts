import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { checks } from './checks.ts';
import { importsOf, packageProblems } from './package-use.ts';

// Whether the packages that the product is to be made with are in use.
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

function importsIn(pattern: string, accept: (file: string) => boolean): Set<string> {
  const files = globSync(pattern, {
    cwd: repoRoot,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  });
  return new Set(
    files.filter(accept).flatMap((file) => importsOf(file, readFileSync(join(repoRoot, file), 'utf8'))),
  );
}

const problems = packageProblems({
  product: importsIn('{apps,libs,services}/*/src/**/*.{ts,tsx}', (file) => !isTest(file)),
  build: importsIn('tools/{webpack,src/release,src/dev}/**/*.{ts,cjs}', (file) => !isTest(file)),
  tests: importsIn('{apps,libs,services,sandbox}/*/src/**/*.{ts,tsx}', isTest),
  gate: new Set(checks.map(({ command }) => basename(command))),
});
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
