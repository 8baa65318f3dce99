import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { answerHelp } from '../local/help.ts';
import { describe } from '../local/problem.ts';
import { runJourneys, runUnitTests } from './suites.ts';

answerHelp(`npm test   npm run check, the unit and integration tests, and the journeys in a browser
Parts of it: npx vitest <folder>, npm run test:e2e -- <name of a journey>
`);

// What fails does not keep the rest from running.
const say = (line: string) => void process.stdout.write(`${line}\n`);
const parts = [() => runChecks(checks, say), () => runUnitTests(say), () => runJourneys(say)];

let passed = 0;
let failed = 0;
for (const part of parts) {
  const outcome = await part().catch((error: unknown) => {
    say(describe(error));
    return { passed: 0, failed: 1 };
  });
  passed += outcome.passed;
  failed += outcome.failed;
}
say(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
