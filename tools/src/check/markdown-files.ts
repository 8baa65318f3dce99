import { globSync } from 'node:fs';
import { repoRoot } from '../local/paths.ts';

/** The Markdown files of the repository, by their paths from its top. */
export function documents(): string[] {
  return globSync('**/*.md', {
    cwd: repoRoot,
    exclude: (path) => /(^|\/)(node_modules|\.data[^/]*|\.nx|dist)(\/|$)/.test(path),
  });
}
