import { describe, expect, it } from 'vitest';
import { findMissingEntries, listUnverified, readLock, type LockPackages } from './lock.ts';

describe('the lock file', () => {
  it('contains one version of nx and its plugins', () => {
    const parts = Object.entries(readLock('.').packages).filter(([path]) =>
      /node_modules\/(nx|@nx\/[^/]+)$/.test(path),
    );
    expect(new Set(parts.map(([, { version }]) => version)).size).toBe(1);
  });

  it('gets missing entries that are installed only on their platform', () => {
    const packages: LockPackages = {
      'node_modules/tool': {
        optionalDependencies: {
          '@tool/darwin-arm64': '1.0.0',
          '@tool/linux-x64-musl': '1.0.0',
          '@tool/linux-x64-gnu': '1.0.0',
        },
      },
      'node_modules/@tool/linux-x64-gnu': { version: '1.0.0' },
    };
    expect(findMissingEntries(packages)).toEqual({
      'node_modules/@tool/darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
      'node_modules/@tool/linux-x64-musl': {
        version: '1.0.0',
        optional: true,
        os: ['linux'],
        cpu: ['x64'],
        libc: ['musl'],
      },
    });
  });

  it('may contain two versions of one package', () => {
    const packages: LockPackages = {
      'node_modules/a': { optionalDependencies: { 'x-win32-x64': '1.0.0' } },
      'node_modules/b': { optionalDependencies: { 'x-win32-x64': '2.0.0' } },
      'node_modules/c/node_modules/@d/e': { optionalDependencies: { 'y-win32-x64': '1.0.0' } },
      'node_modules/c/node_modules/y-win32-x64': { version: '1.0.0' },
    };
    packages['node_modules/z'] = { optionalDependencies: { 'w-win32-x64': '2.0.0' } };
    packages['node_modules/w-win32-x64'] = { version: '1.0.0' };
    const found = Object.entries(findMissingEntries(packages)).map(
      ([path, { version }]) => `${path}@${version}`,
    );
    expect(found).toEqual([
      'node_modules/x-win32-x64@1.0.0',
      'node_modules/b/node_modules/x-win32-x64@2.0.0',
      'node_modules/z/node_modules/w-win32-x64@2.0.0',
    ]);
  });

  it.each([
    [{}, true],
    [{ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, true],
    [{ os: ['linux'], cpu: ['x64'], libc: ['musl'] }, false],
    [{ os: ['linux'], cpu: ['s390x'] }, false],
    [{ cpu: ['wasm32'] }, false],
    [{ integrity: 'sha512-a' }, false],
    [{ link: true }, false],
  ])('without a hash is refused for a package of %j: %s', (entry, isRefused) => {
    const path = 'node_modules/a/node_modules/@b/c';
    const packages = { 'apps/shell': { version: '0.1.0' }, [path]: { version: '1.0.0', ...entry } };
    expect(listUnverified(packages)).toEqual(isRefused ? [path] : []);
  });
});
