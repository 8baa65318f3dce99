import { checks } from './checks.ts';
import { runChecks } from './run-checks.ts';

// Everything that can be said about the code without running it, in about a minute.
const { passed, failed } = await runChecks(checks, (line) => void process.stdout.write(`${line}\n`));
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
