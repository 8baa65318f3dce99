import { drainTimeoutMs } from '@fareline/service-kit/drain';
import { command, type Context, program } from './context.ts';
import type { serviceEnvironments } from './environment.ts';
import { type Addresses, portOf } from './providers.ts';
import { waitUntilReady } from './readiness.ts';

export type Environments = ReturnType<typeof serviceEnvironments>;

/** Starts the services, each flights replica under a name of its own, and waits until all are ready. */
export async function startServices(
  context: Context,
  environments: Environments,
  addresses: Addresses,
  edgePort: number,
): Promise<void> {
  const start = async (name: string, service: keyof Environments, address: string, host?: string) => {
    const env = { ...environments[service], PORT: portOf(address), ...(host ? { HOST: host } : {}) };
    const file = `services/${service}/src/main.ts`;
    await context.supervisor.start({
      ...program(context, name, file, env),
      endLimitMs: drainTimeoutMs + 5000,
    });
    await waitUntilReady(name, address, context.supervisor.signal);
  };
  await Promise.all([
    start('accounts', 'accounts', addresses.accounts),
    ...addresses.flights.map((address, index) => start(`flights-${index + 1}`, 'flights', address)),
    start('payments', 'payments', addresses.payments),
  ]);
  // The edge is what visitors see: it opens once the rest is there.
  await start('edge', 'edge', `http://127.0.0.1:${edgePort}`, context.env.FARELINE_HOST);
}

/** Starts what draws pages ahead, for each brand, when a release or a brand has changed. The site does without while it is away. */
export async function startPrerenderer(
  context: Context,
  { edge }: Environments,
  addresses: Addresses,
): Promise<void> {
  const { SERVICE_CREDENTIAL, RELEASES_DIR } = edge;
  const env = {
    ACCOUNTS_URL: addresses.accounts,
    RELEASES_DIR: RELEASES_DIR!,
    SERVICE_CREDENTIAL: SERVICE_CREDENTIAL!,
  };
  const drawing = program(context, 'prerender', 'tools/src/prerender/prerender.ts', env);
  await context.supervisor.start({ ...drawing, args: [...drawing.args, '--watch'], ready: /Watching/ });
}

/**
 * Makes the first administrator where there is none; returns what the command printed, the password included. `onLine` hears
 * it at once: the password is shown this once, whatever fails afterwards.
 */
export function createAdministrator(
  context: Context,
  environments: Pick<Environments, 'accounts'>,
  onLine?: (line: string) => void,
): Promise<string[]> {
  return command(
    context,
    'Making the first administrator',
    'services/accounts/src/admin-create.ts',
    ['--if-none'],
    environments.accounts,
    onLine,
  );
}
