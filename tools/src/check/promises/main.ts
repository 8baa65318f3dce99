import { findPromiseProblems } from './promises.ts';

const problems = findPromiseProblems();
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
