import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { findMissingEntries, type LockPackages } from './complete-lock.ts';
import { lockFolders, readLock, writeIntegrityExceptions, writeLock } from './files.ts';
import { findIntegrityProblems, listWithoutIntegrity } from './integrity.ts';

readArguments(
  `lock.ts   run it after npm install: adds the builds for other platforms that the registry does not have to
          each package-lock.json, because npm ci rejects it without them, and lists them in
          tools/src/lock/without-integrity.json
`,
  {},
);

/** Entries without integrity hash are resolved again, so that they get one from a registry that has them. */
function completeLock(folder: string): LockPackages {
  const lock = readLock(folder);
  const verified = Object.entries(lock.packages).filter(
    ([path, entry]) => !path.includes('node_modules/') || entry.link || entry.integrity,
  );
  writeLock(folder, { ...lock, packages: Object.fromEntries(verified) });
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  const result = spawnSync(npm[0]!, [...npm.slice(1), ...args], {
    cwd: join(repoRoot, folder),
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    writeLock(folder, lock);
    throw new Error(
      `npm could not read the registry; the lock file of ${folder} is unchanged.\n${result.stderr}`,
    );
  }
  const updated = readLock(folder);
  const packages = { ...updated.packages, ...findMissingEntries(updated.packages) };
  writeLock(folder, { ...updated, packages });
  return packages;
}

try {
  const locks = lockFolders.map(completeLock);
  const listed = listWithoutIntegrity(locks);
  writeIntegrityExceptions(listed);
  process.stdout.write(`${listed.length} builds for other platforms are not in the registry\n`);
  const problems = findIntegrityProblems(locks, listed);
  if (problems.length > 0) throw new Error(problems.join('\n'));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
