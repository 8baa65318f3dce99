import { missingEntries } from '../lock/complete-lock.ts';
import { readList, readLock } from '../lock/files.ts';
import { integrityProblems } from '../lock/integrity.ts';

// Whether every package that can be installed here is verified when it is, and `npm ci` takes the lock file everywhere.
const { packages } = readLock();
const problems = [
  ...integrityProblems(packages, readList()),
  ...Object.keys(missingEntries(packages)).map((path) => `${path} is missing`),
];
for (const problem of problems) process.stdout.write(`package-lock.json: ${problem}\n`);
if (problems.length > 0) process.stdout.write('After npm install: npm run lock\n');
process.exitCode = problems.length === 0 ? 0 : 1;
