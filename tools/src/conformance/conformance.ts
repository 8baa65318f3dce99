import { readArguments } from '@fareline/service-kit/command-line';
import { workspaceRoot } from '../front-ends/front-ends.ts';
import { startProgram } from '../local/processes.ts';
import { runProbes } from './probes.ts';
import { listDifferences, readTestToken } from './report.ts';

const { values } = readArguments(
  `npm run conformance [-- --provider=<url>]   prints what the Duffel sandbox answers differently from Duffel: fields, JSON types, statuses, headers

  Needs DUFFEL_TOKEN_TEST, a test token. Searches and reads only; books nothing. Exits with 1 if there are differences.
`,
  { options: { provider: { type: 'string', default: 'https://api.duffel.com' } } },
);

const listening = /listening on (http:\/\/\S+)/i;

/** Starts the sandbox on a free port, uses it and stops it. */
async function withSandbox<T>(run: (url: string) => Promise<T>): Promise<T> {
  const sandbox = await startProgram({
    name: 'duffel-sandbox',
    command: process.execPath,
    args: ['sandbox/duffel/src/main.ts'],
    cwd: workspaceRoot,
    env: { PATH: process.env.PATH, PORT: '0' },
    ready: listening,
  });
  try {
    return await run(listening.exec(sandbox.lastLines().join('\n'))![1]!);
  } finally {
    await sandbox.stop();
  }
}

try {
  const token = readTestToken(process.env);
  const [provider, sandboxed] = await withSandbox((url) =>
    Promise.all([
      runProbes({ url: values.provider, token }),
      runProbes({ url, token: 'duffel_test_conformance' }),
    ]),
  );
  const differences = listDifferences(provider, sandboxed);
  // An answer may repeat what was sent.
  const print = (line: string) => process.stdout.write(`${line.replaceAll(token, '<token>')}\n`);
  for (const line of differences) print(line);
  print(`${differences.length} differences in ${provider.size} calls`);
  process.exitCode = differences.length > 0 ? 1 : 0;
} catch (error) {
  const { message, cause } = error as Error;
  process.stderr.write(`${message}${cause instanceof Error ? `: ${cause.message}` : ''}\n`);
  process.exitCode = 1;
}
