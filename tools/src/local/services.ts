import { drainTimeoutMs } from '@fareline/service-kit/drain';
import { allocatorSettings } from './allocator-settings.ts';
import { runNodeCommand, type Deps, createNodeProgram } from './deps.ts';
import type { createServiceEnvironments } from './environment.ts';
import { type ServiceUrls, getPort } from './providers.ts';
import { waitUntilReady } from './readiness.ts';

export type Environments = ReturnType<typeof createServiceEnvironments>;

/** Starts the services, with a separate name for each flights replica, and waits until all are ready. */
export async function startServices(
  deps: Deps,
  environments: Environments,
  urls: ServiceUrls,
  siteUrl: string,
): Promise<void> {
  const start = async (name: string, service: keyof Environments, url: string, host?: string) => {
    const env = {
      ...allocatorSettings,
      ...environments[service],
      PORT: getPort(url),
      ...(host ? { HOST: host } : {}),
    };
    const file = `services/${service}/src/main.ts`;
    await deps.supervisor.start({
      ...createNodeProgram(deps, name, file, env),
      stopTimeoutMs: drainTimeoutMs + 5000,
    });
    await waitUntilReady(name, url, deps.supervisor.signal);
  };
  await Promise.all([
    start('accounts', 'accounts', urls.accounts),
    ...urls.flights.map((url, index) => start(`flights-${index + 1}`, 'flights', url)),
    start('payments', 'payments', urls.payments),
  ]);
  // Visitors connect to the edge, so it starts when everything else is ready.
  await start('edge', 'edge', siteUrl, deps.env.FARELINE_HOST);
}

/** Starts the prerenderer, which renders pages for each brand when a release or a brand has changed. The site works without it. */
export async function startPrerenderer(deps: Deps, { prerender }: Environments): Promise<void> {
  const prerenderer = createNodeProgram(deps, 'prerender', 'tools/src/prerender/prerender.ts', prerender);
  await deps.supervisor.start({ ...prerenderer, args: [...prerenderer.args, '--watch'], ready: /Watching/ });
}

/**
 * Creates the first administrator unless there is one, and returns the command's output, which contains the password.
 * `onLine` gets it immediately, because the password is printed only once, even if the start fails later.
 */
export function createAdministrator(
  deps: Deps,
  environments: Pick<Environments, 'accounts'>,
  onLine?: (line: string) => void,
): Promise<string[]> {
  return runNodeCommand(
    deps,
    'Creating the first administrator',
    'services/accounts/src/commands/admin-create.ts',
    ['--if-none'],
    environments.accounts,
    onLine,
  );
}
