import { globSync } from 'node:fs';
import { repoRoot } from '../local/paths.ts';

/** Paths of the Markdown files of the repository, relative to its root. */
export function listMarkdownFiles(): string[] {
  return globSync('**/*.md', {
    cwd: repoRoot,
    exclude: (path) => /(^|\/)(node_modules|\.data[^/]*|\.nx|dist)(\/|$)/.test(path),
  });
}
