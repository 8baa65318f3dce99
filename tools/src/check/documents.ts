import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { problemsOf } from './document-problems.ts';

const { scripts } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const files = globSync('**/*.md', {
  cwd: repoRoot,
  exclude: (path) => /(^|\/)(node_modules|\.data|\.nx|dist)(\/|$)/.test(path),
});
const problems = files.flatMap((file) =>
  problemsOf(readFileSync(join(repoRoot, file), 'utf8'), {
    scripts: Object.keys(scripts),
    exists: (link) => existsSync(join(repoRoot, dirname(file), link)),
  }).map((problem) => `${file}:${problem}`),
);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${files.length} documents, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
