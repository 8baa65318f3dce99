import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readArguments } from '@fareline/service-kit/command-line';
import { workspaceRoot } from '../front-ends/front-ends.ts';
import { runProbes } from './probes.ts';
import { listDifferences, readTestToken } from './report.ts';

const { values } = readArguments(
  `npm run conformance [-- --provider=<url>]   prints what the Duffel sandbox answers differently from Duffel: fields, JSON types, statuses, headers

  Needs DUFFEL_TOKEN_TEST, a test token. Searches and reads only; books nothing. Exits with 1 if there are differences.
`,
  { options: { provider: { type: 'string', default: 'https://api.duffel.com' } } },
);

/** Starts the sandbox on a free port; `stop` ends it. */
async function startSandbox(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, ['sandbox/duffel/src/main.ts'], {
    cwd: workspaceRoot,
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => void child.kill();
  process.once('exit', stop);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = /listening on (http:\/\/\S+)/i.exec(line)?.[1];
  if (!url) throw new Error(`The sandbox did not start: ${line}`);
  return { url, stop };
}

try {
  const token = readTestToken(process.env);
  const sandbox = await startSandbox();
  const [provider, sandboxed] = await Promise.all([
    runProbes({ url: values.provider, token }),
    runProbes({ url: sandbox.url, token: 'duffel_test_conformance' }),
  ]);
  sandbox.stop();
  const differences = listDifferences(provider, sandboxed);
  // An answer may repeat what was sent.
  const print = (line: string) => process.stdout.write(`${line.replaceAll(token, '<token>')}\n`);
  for (const line of differences) print(line);
  print(`${differences.length} differences in ${provider.size} calls`);
  process.exitCode = differences.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
