import { readArguments } from '@fareline/service-kit/command-line';
import { startDuffelSandbox, startStripeSandbox } from '@fareline/service-kit/testing';
import { readSecret } from './api.ts';
import { listDifferences } from './differences.ts';
import { runProbes } from './duffel-probes.ts';
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

let secret: string | undefined;
// An answer may repeat what was sent.
const hideSecret = (line: string): string => (secret ? line.replaceAll(secret, '<secret>') : line);
const print = (line: string) => process.stdout.write(`${hideSecret(line)}\n`);

/** Prints the differences, and has the command fail with any. */
function printAll(differences: readonly string[], where: string): void {
  for (const line of [...differences, `${differences.length} differences ${where}`]) print(line);
  process.exitCode = differences.length > 0 ? 1 : 0;
}

async function compareDuffel(sandboxUrl: string): Promise<void> {
  secret = readSecret('DUFFEL_TOKEN_TEST', /^duffel_test_/, process.env);
  if (!secret) throw new Error('Set DUFFEL_TOKEN_TEST to a test token of the provider (duffel_test_...).');
  const [provider, sandboxed] = await Promise.all([
    runProbes({ url: values.provider ?? 'https://api.duffel.com', token: secret }),
    runProbes({ url: sandboxUrl, token: 'duffel_test_conformance' }),
  ]);
  printAll(listDifferences(provider, sandboxed), `in ${provider.size} calls`);
}

async function checkStripe(sandboxUrl: string): Promise<void> {
  secret = readSecret('STRIPE_KEY_TEST', /^[sr]k_test_/, process.env);
  const api = { url: sandboxUrl, token: 'sk_test_conformance' };
  const sandboxed = await runStripeProbes(api);
  if (secret) {
    const url = values.provider ?? 'https://api.stripe.com';
    const provider = await runStripeProbes({ url, token: secret });
    print(
      'Not compared: webhooks, which need a public URL, and domains for wallets, which cannot be deleted.',
    );
    const differences = listDifferences(provider, sandboxed, STRIPE_CONTRACT_FIELD);
    return printAll(differences, `in ${provider.size} calls`);
  }
  const answers = new Map([...sandboxed, ...(await runDomainProbes(api))]);
  const specification = readSpecification();
  print(
    'STRIPE_KEY_TEST is not set: nothing is compared with Stripe, only with its published specification.',
  );
  const where = `from that of ${specification.version} in ${answers.size} calls`;
  return printAll(listInvalid(specification, answers), where);
}

const sandbox = await (values.stripe ? startStripeSandbox : startDuffelSandbox)();
try {
  await (values.stripe ? checkStripe : compareDuffel)(sandbox.url);
} catch (error) {
  const { message, cause } = error as Error;
  process.stderr.write(hideSecret(`${message}${cause instanceof Error ? `: ${cause.message}` : ''}\n`));
  process.exitCode = 1;
} finally {
  await sandbox.kill();
}
