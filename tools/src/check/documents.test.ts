import { expect, it } from 'vitest';
import { findMissing } from './documents.ts';

const find = (text: string) =>
  findMissing(text, (link) => ['docs/a.md', '/libs/a.test.ts'].includes(link), ['lock']);

it('reports links to files that do not exist', () => {
  expect(find('first\n[a](docs/b.md#part) ![b](docs/c.png)')).toEqual([
    '2: docs/b.md does not exist',
    '2: docs/c.png does not exist',
  ]);
});

it('accepts links to files, anchors and URLs', () => {
  expect(find('[a](docs/a.md#x) [b](#here) [c](https://example.org)')).toEqual([]);
});

it('reports paths of this repository that do not exist, also in a table', () =>
  expect(find('| `libs/a.test.ts` | `libs/b.test.ts`, `tools/c/` |\n`a/libs/d.ts` `libs/<name>`')).toEqual([
    '1: libs/b.test.ts does not exist',
    '1: tools/c/ does not exist',
  ]));

it('reports commands that package.json does not have', () =>
  expect(find('`npm run lock`\n    npm run nothing -- search')).toEqual([
    '2: npm run nothing does not exist',
  ]));
