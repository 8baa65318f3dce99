import { readArguments } from '@fareline/service-kit/command-line';
import { checks } from './checks.ts';
import { runChecks } from './run-checks.ts';

readArguments(
  `npm run check   runs all checks that do not need a running product, in about a minute:
${checks.map(({ name }) => `  ${name}\n`).join('')}`,
  {},
);
const { passed, failed } = await runChecks(checks, (line) => void process.stdout.write(`${line}\n`));
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
