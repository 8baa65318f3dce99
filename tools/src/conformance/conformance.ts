import { readArguments } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { startProgram } from '../local/processes.ts';
import { runProbes } from './probes.ts';
import { listDifferences, readStripeKey, readTestToken } from './report.ts';
import { runDomainProbes, runStripeProbes, STRIPE_CONTRACT_FIELD } from './stripe-probes.ts';
import { listInvalid, readSpecification } from './stripe-spec.ts';

const { values } = readArguments(
  `conformance.ts [--stripe] [--provider=<url>]   prints what a sandbox answers differently from its provider: fields, JSON types, statuses, headers

  Duffel: needs DUFFEL_TOKEN_TEST, a test token. Books, changes and cancels one order of the test airline.
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

/** Prints the differences and returns their number. */
function printAll(differences: readonly string[], where: string): number {
  for (const line of [...differences, `${differences.length} differences ${where}`]) print(line);
  return differences.length;
}

/** Starts the sandbox on a free port, uses it and stops it. */
async function withSandbox<T>(provider: 'duffel' | 'stripe', run: (url: string) => Promise<T>): Promise<T> {
  const sandbox = await startProgram({
    name: `${provider}-sandbox`,
    command: process.execPath,
    args: [`sandbox/${provider}/src/main.ts`],
    cwd: repoRoot,
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
  return printAll(listDifferences(provider, sandboxed), `in ${provider.size} calls`);
}

async function compareStripe(url: string, key: string): Promise<number> {
  secret = key;
  const [provider, sandboxed] = await withSandbox('stripe', (sandboxUrl) =>
    Promise.all([
      runStripeProbes({ url, token: key }),
      runStripeProbes({ url: sandboxUrl, token: 'sk_test_conformance' }),
    ]),
  );
  print('Not compared: webhooks, which need a public URL, and domains for wallets, which cannot be deleted.');
  const differences = listDifferences(provider, sandboxed, STRIPE_CONTRACT_FIELD);
  return printAll(differences, `in ${provider.size} calls`);
}

async function checkStripe(): Promise<number> {
  const answers = await withSandbox('stripe', async (url) => {
    const api = { url, token: 'sk_test_conformance' };
    return new Map([...(await runStripeProbes(api)), ...(await runDomainProbes(api))]);
  });
  const specification = readSpecification();
  print(
    'STRIPE_KEY_TEST is not set: nothing is compared with Stripe, only with its published specification.',
  );
  const invalid = listInvalid(specification, answers);
  return printAll(invalid, `from that of ${specification.version} in ${answers.size} calls`);
}

async function runStripe(url: string): Promise<number> {
  const key = readStripeKey(process.env);
  return key ? compareStripe(url, key) : checkStripe();
}

try {
  const count = values.stripe
    ? await runStripe(values.provider ?? 'https://api.stripe.com')
    : await compareDuffel(values.provider ?? 'https://api.duffel.com');
  process.exitCode = count > 0 ? 1 : 0;
} catch (error) {
  const { message, cause } = error as Error;
  process.stderr.write(hideSecret(`${message}${cause instanceof Error ? `: ${cause.message}` : ''}\n`));
  process.exitCode = 1;
}
