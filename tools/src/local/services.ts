import { drainTimeoutMs } from '@fareline/service-kit/drain';
import { allocatorSettings } from './allocator-settings.ts';
import { startBalancer } from './balancer.ts';
import { runNodeCommand, type Deps, createNodeProgram } from './deps.ts';
import type { createServiceEnvironments } from './environment.ts';
import { type ServiceUrls, getPort } from './providers.ts';
import { findFreePort } from './ports.ts';
import { waitUntilReady } from './readiness.ts';

type Service = 'accounts' | 'flights' | 'payments' | 'edge';

export type Environments = ReturnType<typeof createServiceEnvironments>;

/**
 * Starts the services and waits until all are ready. Several replicas of each, `edge-1` and so on, are behind a balancer at the URL
 * of the service. Returns a function that closes the balancers.
 */
export async function startServices(
  deps: Deps,
  environments: Environments,
  urls: ServiceUrls & { edge: string },
  replicas: number,
): Promise<() => void> {
  const startReplica = async (name: string, service: Service, url: string) => {
    const host = service === 'edge' ? deps.env.FARELINE_HOST : undefined;
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
    await waitUntilReady(name, url, deps.supervisor);
  };
  const balancers: Awaited<ReturnType<typeof startBalancer>>[] = [];
  const start = async (service: Service) => {
    if (replicas === 1) return startReplica(service, service, urls[service]);
    const ports = await Promise.all(Array.from({ length: replicas }, findFreePort));
    const names = ports.map(
      (port, index) => [`${service}-${index + 1}`, `http://127.0.0.1:${port}`] as const,
    );
    // The first one alone, since it creates what the others find.
    const [first, ...others] = names;
    await startReplica(first![0], service, first![1]);
    await Promise.all(others.map(([name, url]) => startReplica(name, service, url)));
    balancers.push(await startBalancer(Number(getPort(urls[service])), ports));
  };
  await Promise.all((['accounts', 'flights', 'payments'] as const).map(start));
  // Visitors connect to the edge, so it starts when everything else is ready.
  await start('edge');
  return () => balancers.forEach(({ close }) => close());
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
