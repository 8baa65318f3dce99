import { join } from 'node:path';
import { findMissingEntries } from '../lock/complete-lock.ts';
import { lockFolders, readIntegrityExceptions, readLock } from '../lock/files.ts';
import { findIntegrityProblems } from '../lock/integrity.ts';

// Checks that every package that can be installed here has an integrity hash, and that `npm ci` accepts the lock files on all platforms.
const locks = lockFolders.map((folder) => readLock(folder).packages);
const problems = [
  ...findIntegrityProblems(locks, readIntegrityExceptions()),
  ...locks.flatMap((packages, index) =>
    Object.keys(findMissingEntries(packages)).map((path) => `${join(lockFolders[index]!, path)} is missing`),
  ),
];
for (const problem of problems) process.stdout.write(`package-lock.json: ${problem}\n`);
if (problems.length > 0) process.stdout.write('After npm install: npx node tools/src/lock/lock.ts\n');
process.exitCode = problems.length === 0 ? 0 : 1;
