import { describe, expect, it } from 'vitest';
import type { LockPackages } from './complete-lock.ts';
import { findIntegrityProblems, listWithoutIntegrity } from './integrity.ts';

const lock: LockPackages = {
  '': {},
  'apps/shell': { version: '0.1.0' },
  'node_modules/@fareline/shell': { link: true },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/a/node_modules/@b/darwin-x64': { version: '1.0.0', optional: true, os: ['darwin'] },
};

describe('integrity hashes of the lock file', () => {
  it('may be missing only for listed builds for other platforms', () => {
    expect(listWithoutIntegrity([{}, lock])).toEqual(['@b/darwin-x64']);
    expect(findIntegrityProblems([{}, lock], ['@b/darwin-x64'])).toEqual([]);
  });

  it('are reported when they are missing for an unlisted package', () => {
    expect(findIntegrityProblems([{}, lock], [])).toEqual(['@b/darwin-x64 has no integrity']);
  });

  it('are reported when a listed package has one', () => {
    expect(findIntegrityProblems([{}, lock], ['@b/darwin-x64', 'a'])).toEqual(['a is listed unnecessarily']);
  });

  it.each([
    [{}, true],
    [{ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, true],
    [{ os: ['linux'], cpu: ['x64'], libc: ['musl'] }, false],
    [{ os: ['linux'], cpu: ['s390x'] }, false],
    [{ cpu: ['wasm32'] }, false],
  ])('for a package for %j are required: %s', (platform, isRequired) => {
    const problems = findIntegrityProblems([{ 'node_modules/c': { version: '1.0.0', ...platform } }], ['c']);
    expect(problems).toEqual(isRequired ? ['c would be installed here without being verified'] : []);
  });
});
