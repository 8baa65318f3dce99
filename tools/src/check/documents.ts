import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';

/** A path of this repository, as code: `services/edge/src/app.ts`. */
const ownPath = /`((?:apps|bench|deploy|docs|e2e|libs|sandbox|services|tools)\/[\w./-]+)`/g;

/**
 * Links of a Markdown text and paths from the root of this repository that do not exist, and its commands that are no script of
 * package.json, as `line: message`. `exists` gets a path from the root with a slash before it.
 */
export function findMissing(
  text: string,
  exists: (link: string) => boolean,
  scripts: readonly string[],
): string[] {
  return text.split('\n').flatMap((line, index) => {
    const links = [...line.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link.replace(/#.*$/, ''))
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link) && !exists(link));
    const paths = [...line.matchAll(ownPath)]
      .map(([, path = '']) => path)
      .filter((path) => !exists(`/${path}`));
    const commands = [...line.matchAll(/\bnpm run ([\w:-]+)/g)]
      .filter(([, name = '']) => !scripts.includes(name))
      .map(([command]) => command);
    return [...links, ...paths, ...commands].map((missing) => `${index + 1}: ${missing} does not exist`);
  });
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(join(repoRoot, file), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const files = globSync('**/*.md', {
    cwd: repoRoot,
    exclude: (path) => /(^|\/)(node_modules|\.data[^/]*|\.nx|dist)(\/|$)/.test(path),
  });
  const problems = files.flatMap((file) => {
    const exists = (link: string) =>
      existsSync(join(repoRoot, link.startsWith('/') ? '' : dirname(file), link));
    return findMissing(read(file), exists, Object.keys(scripts)).map((problem) => `${file}:${problem}`);
  });
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${files.length} documents, ${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
