import { describe, expect, it } from 'vitest';
import { problemsOf } from './document-problems.ts';

const exists = (link: string) => link === 'docs/a.md';

describe('a document', () => {
  it('may not link to a file that is not there', () => {
    expect(problemsOf('first\n[a](docs/b.md#part) ![b](docs/c.png)', exists)).toEqual([
      '2: docs/b.md does not exist',
      '2: docs/c.png does not exist',
    ]);
  });

  it('may link to files, parts of itself and addresses', () => {
    expect(problemsOf('[a](docs/a.md#x) [b](#here) [c](https://example.org)', exists)).toEqual([]);
  });
});
