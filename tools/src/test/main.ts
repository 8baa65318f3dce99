import { readArguments } from '@fareline/service-kit/command-line';
import { checks } from '../check/checks.ts';
import { addOutcomes, printOutcome, runChecks, type Outcome } from '../check/run-checks.ts';
import { formatError } from '../local/user-error.ts';
import { runBrowserTests, runUnitTests } from './suites.ts';

readArguments(
  `npm test   runs npm run check, the unit and integration tests, and the browser tests
Parts of it: npx vitest <folder>, npm run test:e2e -- <name of a test file>
`,
  {},
);

// A failing part does not stop the others.
const print = (line: string) => void process.stdout.write(`${line}\n`);
const parts = [
  () => runChecks(checks, print),
  () => runUnitTests(print),
  () => runBrowserTests(print, ['--grep=@smoke', '--global-timeout=600000']),
];

const outcomes: Outcome[] = [];
for (const part of parts)
  outcomes.push(
    await part().catch((error: unknown) => {
      return { passed: 0, failed: 1, failures: [formatError(error)] };
    }),
  );
const outcome = addOutcomes(outcomes);
printOutcome(outcome, print);
process.exitCode = outcome.failed === 0 ? 0 : 1;
