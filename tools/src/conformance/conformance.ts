import { readArguments } from '@fareline/service-kit/command-line';
import { workspaceRoot } from '../front-ends/front-ends.ts';
import { startProgram } from '../local/processes.ts';
import { runProbes } from './probes.ts';
import { listDifferences, readStripeKey, readTestToken } from './report.ts';
import { runStripeProbes, STRIPE_CONTRACT_FIELD } from './stripe-probes.ts';
import { listInvalid, readSpecification } from './stripe-spec.ts';

const { values } = readArguments(
  `npm run conformance [-- --stripe] [--provider=<url>]   prints what a sandbox answers differently from its provider: fields, JSON types, statuses, headers

  Duffel: needs DUFFEL_TOKEN_TEST, a test token. Searches and reads only; books nothing.
  --stripe: with STRIPE_KEY_TEST, a test key of an account. Cancels or refunds all that it makes. Without a key it checks the sandbox
  by Stripe's published specification. Exits with 1 if there are differences.
`,
  { options: { provider: { type: 'string' }, stripe: { type: 'boolean', default: false } } },
);

const listening = /listening on (http:\/\/\S+)/i;
let secret = '';
// An answer may repeat what was sent.
const hideSecret = (line: string): string => (secret ? line.replaceAll(secret, '<secret>') : line);
const print = (line: string) => process.stdout.write(`${hideSecret(line)}\n`);

/** Starts the sandbox on a free port, uses it and stops it. */
async function withSandbox<T>(provider: 'duffel' | 'stripe', run: (url: string) => Promise<T>): Promise<T> {
  const sandbox = await startProgram({
    name: `${provider}-sandbox`,
    command: process.execPath,
    args: [`sandbox/${provider}/src/main.ts`],
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

async function compareDuffel(url: string): Promise<number> {
  secret = readTestToken(process.env);
  const [provider, sandboxed] = await withSandbox('duffel', (sandboxUrl) =>
    Promise.all([
      runProbes({ url, token: secret }),
      runProbes({ url: sandboxUrl, token: 'duffel_test_conformance' }),
    ]),
  );
  const differences = listDifferences(provider, sandboxed);
  for (const line of differences) print(line);
  print(`${differences.length} differences in ${provider.size} calls`);
  return differences.length;
}

async function compareStripe(url: string): Promise<number> {
  const key = readStripeKey(process.env);
  secret = key ?? '';
  const [provider, sandboxed] = await withSandbox('stripe', (sandboxUrl) =>
    Promise.all([
      key ? runStripeProbes({ url, token: key }) : undefined,
      runStripeProbes({ url: sandboxUrl, token: 'sk_test_conformance' }),
    ]),
  );
  const specification = readSpecification();
  const lines = provider
    ? listDifferences(provider, sandboxed, STRIPE_CONTRACT_FIELD)
    : listInvalid(specification, sandboxed);
  for (const line of lines) print(line);
  print(
    provider
      ? `${lines.length} differences in ${provider.size} calls`
      : `STRIPE_KEY_TEST is not set, so nothing was compared with Stripe: ${lines.length} differences from its specification of ${specification.version} in ${sandboxed.size} calls of the sandbox`,
  );
  print('Not compared: webhooks and their signatures, which need a public URL.');
  return lines.length;
}

try {
  const count = values.stripe
    ? await compareStripe(values.provider ?? 'https://api.stripe.com')
    : await compareDuffel(values.provider ?? 'https://api.duffel.com');
  process.exitCode = count > 0 ? 1 : 0;
} catch (error) {
  const { message, cause } = error as Error;
  process.stderr.write(hideSecret(`${message}${cause instanceof Error ? `: ${cause.message}` : ''}\n`));
  process.exitCode = 1;
}
