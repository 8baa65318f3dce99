import { readArguments } from '@fareline/service-kit/command-line';
import { checks } from './checks.ts';
import { printOutcome, runChecks } from './run-checks.ts';

readArguments(
  `npm run check   runs all checks that do not need a running product, in about a minute:
${checks.map(({ name }) => `  ${name}\n`).join('')}`,
  {},
);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const outcome = await runChecks(checks, print);
printOutcome(outcome, print);
process.exitCode = outcome.failed === 0 ? 0 : 1;
