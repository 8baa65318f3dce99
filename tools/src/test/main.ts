import { readArguments } from '@fareline/service-kit/command-line';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { runParts } from './cost.ts';
import { readFileCosts, runBrowserTests, runUnitTests } from './suites.ts';

readArguments(
  `npm test   runs npm run check, the unit and integration tests, and twenty browser tests; the others are in
           npm run test:full
Parts of it: npx vitest <folder>, npm run test:e2e -- <name of a test file>
`,
  {},
);

const print = (line: string) => void process.stdout.write(`${line}\n`);
const isOk = await runParts(
  [
    { name: 'Checks', run: () => runChecks(checks, print) },
    { name: 'Unit and integration', run: () => runUnitTests(print, { TEST_TIER: 'first' }) },
    {
      name: 'Browser',
      run: () => runBrowserTests(print, ['--grep=@smoke', `--global-timeout=${10 * 60_000}`]),
    },
  ],
  print,
  readFileCosts,
);
process.exitCode = isOk ? 0 : 1;
