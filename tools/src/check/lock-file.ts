import { findMissingEntries } from '../lock/complete-lock.ts';
import { readIntegrityExceptions, readLock } from '../lock/files.ts';
import { findIntegrityProblems } from '../lock/integrity.ts';

// Checks that every package that can be installed here has an integrity hash, and that `npm ci` accepts the lock file on all platforms.
const { packages } = readLock();
const problems = [
  ...findIntegrityProblems(packages, readIntegrityExceptions()),
  ...Object.keys(findMissingEntries(packages)).map((path) => `${path} is missing`),
];
for (const problem of problems) process.stdout.write(`package-lock.json: ${problem}\n`);
if (problems.length > 0) process.stdout.write('After npm install: npm run lock\n');
process.exitCode = problems.length === 0 ? 0 : 1;
