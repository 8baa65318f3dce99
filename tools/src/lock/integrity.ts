import type { LockEntry, LockPackages } from './complete-lock.ts';

/** Where the product runs; a build for elsewhere is never installed here. */
const ourPlatforms = { os: 'linux', cpu: ['x64', 'arm64'], libc: 'glibc' };

/** Names of the packages that the lock file holds without a hash of their content, in order. */
export function withoutIntegrity(packages: LockPackages): string[] {
  const names = Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity)
    .map(([path]) => nameOf(path));
  return [...new Set(names)].sort();
}

/**
 * What is wrong with the lock file's hashes, as sentences: only builds for other platforms that are on the list, because the
 * registry did not offer them, may be without one.
 */
export function integrityProblems(packages: LockPackages, listed: string[]): string[] {
  const found = withoutIntegrity(packages);
  const installed = Object.entries(packages).filter(
    ([path, entry]) => found.includes(nameOf(path)) && !entry.integrity && isForUs(entry),
  );
  return [
    ...found.filter((name) => !listed.includes(name)).map((name) => `${name} has no integrity`),
    ...listed.filter((name) => !found.includes(name)).map((name) => `${name} is listed without need`),
    ...installed.map(([path]) => `${nameOf(path)} would be installed here without being verified`),
  ];
}

function isForUs({ os, cpu, libc }: LockEntry): boolean {
  return (
    (!os || os.includes(ourPlatforms.os)) &&
    (!cpu || cpu.some((one) => ourPlatforms.cpu.includes(one))) &&
    (!libc || libc.includes(ourPlatforms.libc))
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
