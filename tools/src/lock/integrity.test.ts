import { describe, expect, it } from 'vitest';
import type { LockPackages } from './complete-lock.ts';
import { integrityProblems, withoutIntegrity } from './integrity.ts';

const lock: LockPackages = {
  '': {},
  'apps/shell': { version: '0.1.0' },
  'node_modules/@fareline/shell': { link: true },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/a/node_modules/@b/darwin-x64': { version: '1.0.0', optional: true, os: ['darwin'] },
};

describe('integrity of the lock file', () => {
  it('may be missing for listed builds of other platforms alone', () => {
    expect(withoutIntegrity(lock)).toEqual(['@b/darwin-x64']);
    expect(integrityProblems(lock, ['@b/darwin-x64'])).toEqual([]);
  });

  it('is missed where the entry is not listed', () => {
    expect(integrityProblems(lock, [])).toEqual(['@b/darwin-x64 has no integrity']);
  });

  it('may not be listed as missing once the registry has it', () => {
    expect(integrityProblems(lock, ['@b/darwin-x64', 'a'])).toEqual(['a is listed without need']);
  });

  it.each([
    [{}, true],
    [{ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, true],
    [{ os: ['linux'], cpu: ['x64'], libc: ['musl'] }, false],
    [{ os: ['linux'], cpu: ['s390x'] }, false],
    [{ cpu: ['wasm32'] }, false],
  ])('of a package for %j is needed here: %s', (platform, isNeeded) => {
    const problems = integrityProblems({ 'node_modules/c': { version: '1.0.0', ...platform } }, ['c']);
    expect(problems).toEqual(isNeeded ? ['c would be installed here without being verified'] : []);
  });
});
