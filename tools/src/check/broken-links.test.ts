import { describe, expect, it } from 'vitest';
import { findBrokenLinks, findMissingScripts } from './broken-links.ts';

const exists = (link: string) => link === 'docs/a.md';

describe('findBrokenLinks', () => {
  it('reports links to files that do not exist', () => {
    expect(findBrokenLinks('first\n[a](docs/b.md#part) ![b](docs/c.png)', exists)).toEqual([
      '2: docs/b.md does not exist',
      '2: docs/c.png does not exist',
    ]);
  });

  it('accepts links to files, anchors and URLs', () => {
    expect(findBrokenLinks('[a](docs/a.md#x) [b](#here) [c](https://example.org)', exists)).toEqual([]);
  });
});

it('findMissingScripts reports commands that package.json does not have', () =>
  expect(findMissingScripts('`npm run lock`\n    npm run nothing -- search', ['lock'])).toEqual([
    '2: npm run nothing does not exist',
  ]));
