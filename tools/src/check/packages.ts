import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { checks } from './checks.ts';
import { parseImports, findUnusedPackages } from './required-packages.ts';

// Checks that the packages that the product has to be built with are in use.
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

function collectImports(pattern: string, accept: (file: string) => boolean): Set<string> {
  const files = globSync(pattern, {
    cwd: repoRoot,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  });
  return new Set(
    files.filter(accept).flatMap((file) => parseImports(file, readFileSync(join(repoRoot, file), 'utf8'))),
  );
}

const problems = findUnusedPackages({
  product: collectImports('{apps,libs,services}/*/src/**/*.{ts,tsx}', (file) => !isTest(file)),
  build: collectImports('tools/{webpack,src/release,src/dev}/**/*.{ts,cjs}', (file) => !isTest(file)),
  tests: collectImports('{apps,libs,services,sandbox}/*/src/**/*.{ts,tsx}', isTest),
  checks: new Set(checks.map(({ command }) => basename(command))),
});
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
