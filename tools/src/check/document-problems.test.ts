import { describe, expect, it } from 'vitest';
import { problemsOf } from './document-problems.ts';

const surroundings = { scripts: ['dev', 'test:unit'], exists: (link: string) => link === 'docs/a.md' };

describe('a document', () => {
  it('may not name a script that is not there', () => {
    expect(problemsOf('first\nRun `npm run nothing` now.', surroundings)).toEqual([
      '2: package.json has no script nothing',
    ]);
  });

  it('may not link to a file that is not there', () => {
    expect(problemsOf('[a](docs/b.md#part) ![b](docs/c.png)', surroundings)).toEqual([
      '1: docs/b.md does not exist',
      '1: docs/c.png does not exist',
    ]);
  });

  it('may name scripts, files, parts of itself and addresses', () => {
    const text =
      '`npm run dev`, `npm run test:unit -- x`, [a](docs/a.md#x) [b](#here) [c](https://example.org)';
    expect(problemsOf(text, surroundings)).toEqual([]);
  });
});
