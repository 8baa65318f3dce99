import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { findBrokenLinks, findMissingScripts } from './broken-links.ts';
import { listMarkdownFiles } from './markdown-files.ts';

const files = listMarkdownFiles();
const { scripts } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as { scripts: object };
const problems = files.flatMap((file) => {
  const text = readFileSync(join(repoRoot, file), 'utf8');
  const exists = (link: string) => existsSync(join(repoRoot, dirname(file), link));
  return [...findBrokenLinks(text, exists), ...findMissingScripts(text, Object.keys(scripts))].map(
    (problem) => `${file}:${problem}`,
  );
});
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${files.length} documents, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
