import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { handleHelpOption } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { formatError } from '../local/user-error.ts';
import { rejectEmptySelection, runBrowserProjects } from './browser.ts';

handleHelpOption(`npm run test:e2e                    runs the browser tests against a separate product
npm run test:e2e -- booking         runs one file; all arguments are passed on to playwright test
npm run test:e2e -- --grep @search  runs the journeys of a part: @search, @booking, @account or @shell;
                                    @smoke: those of npm test
E2E_REPLICAS=2 npm run test:e2e -- booking cancellation
                                    against two replicas of each service
`);
try {
  rejectEmptySelection(process.argv.slice(2));
  const codes = await runBrowserProjects(console.log, async (_project, command, env) => {
    const args = [...command, '--pass-with-no-tests', ...process.argv.slice(2)];
    const options = { cwd: repoRoot, stdio: 'inherit', env: { ...process.env, ...env } } as const;
    const [code] = (await once(spawn(process.execPath, args, options), 'close')) as [number | null];
    return code ?? 1;
  });
  process.exitCode = codes.find((code) => code !== 0) ?? 0;
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
