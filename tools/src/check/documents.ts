import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { findBrokenLinks } from './broken-links.ts';
import { listMarkdownFiles } from './markdown-files.ts';

const files = listMarkdownFiles();
const problems = files.flatMap((file) =>
  findBrokenLinks(readFileSync(join(repoRoot, file), 'utf8'), (link) =>
    existsSync(join(repoRoot, dirname(file), link)),
  ).map((problem) => `${file}:${problem}`),
);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${files.length} documents, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
