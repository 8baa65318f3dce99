import type { LockEntry, LockPackages } from './complete-lock.ts';

/** Platforms that the product runs on; builds for others are never installed. */
const supportedPlatforms = { os: 'linux', cpu: ['x64', 'arm64'], libc: 'glibc' };

/** Sorted names of the packages that have no integrity hash in one of the lock files. */
export function listWithoutIntegrity(locks: readonly LockPackages[]): string[] {
  const names = locks
    .flatMap((packages) => Object.entries(packages))
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity)
    .map(([path]) => getPackageName(path));
  return [...new Set(names)].sort();
}

/**
 * Messages about missing integrity hashes. Only builds for other platforms that are listed, because the registry does not have
 * them, may have none.
 */
export function findIntegrityProblems(locks: readonly LockPackages[], listed: string[]): string[] {
  const found = listWithoutIntegrity(locks);
  const installed = locks
    .flatMap((packages) => Object.entries(packages))
    .filter(
      ([path, entry]) =>
        found.includes(getPackageName(path)) && !entry.integrity && isSupportedPlatform(entry),
    );
  return [
    ...found.filter((name) => !listed.includes(name)).map((name) => `${name} has no integrity`),
    ...listed.filter((name) => !found.includes(name)).map((name) => `${name} is listed unnecessarily`),
    ...installed.map(([path]) => `${getPackageName(path)} would be installed here without being verified`),
  ];
}

function isSupportedPlatform({ os, cpu, libc }: LockEntry): boolean {
  return (
    (!os || os.includes(supportedPlatforms.os)) &&
    (!cpu || cpu.some((name) => supportedPlatforms.cpu.includes(name))) &&
    (!libc || libc.includes(supportedPlatforms.libc))
  );
}

function getPackageName(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
