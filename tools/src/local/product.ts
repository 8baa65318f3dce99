import { join } from 'node:path';
import { takeBackLeftOvers } from '../dev/override.ts';
import { command, type Context, contextOf } from './context.ts';
import { serviceEnvironments } from './environment.ts';
import { startInfrastructure } from './infrastructure.ts';
import { chooseAddresses, realProviders } from './providers.ts';
import { startSandboxes } from './sandboxes.ts';
import { loadSecrets } from './secrets.ts';
import { createAdministrator, startPrerenderer, startServices } from './services.ts';
import { assertSettings } from './settings.ts';
import { Supervisor } from './supervisor.ts';
import { discard } from './throwaway.ts';

export interface ProductOptions {
  /** Databases, logs, secrets; releases too unless `releasesDir` says otherwise. */
  dataDir: string;
  /** Where the edge listens. */
  port: number;
  /** Replicas of the flights service; 1 unless given. */
  flights?: number;
  releasesDir?: string;
  nodeEnv?: 'development' | 'test' | 'production';
  /** Provider keys and other settings; the process's own environment unless given. */
  env?: NodeJS.ProcessEnv;
  /** The data is removed on stop and may be lost in a crash. */
  throwaway?: boolean;
  supervisor?: Supervisor;
  /** Told of each step as it begins. */
  onStep?: (name: string, work: Promise<unknown>) => void;
  /** Told of the administrator as soon as there is one: a start that fails afterwards must not lose the password. */
  onAdministrator?: (line: string) => void;
}

export interface Product {
  url: string;
  databaseUrl: string;
  redisUrl: string;
  logsDir: string;
  /** Addresses of the sandboxes; undefined where the real provider is used. */
  duffelUrl?: string;
  stripeUrl?: string;
  mailUrl?: string;
  /** What the administrator's command printed: on the first start the password, this once. */
  administrator: string[];
  /**
   * Kills, halts and restarts by name: accounts, flights-1, payments, edge, prerender, duffel, stripe, mail, postgres,
   * redis-cache, redis-jobs.
   */
  supervisor: Supervisor;
  stop(): Promise<void>;
}

/** Starts all that the product is made of and waits until it is ready. If any part fails, all of it is ended. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const supervisor = options.supervisor ?? new Supervisor((line) => void process.stderr.write(`${line}\n`));
  try {
    const product = await Promise.race([assemble(options, supervisor), supervisor.died]);
    supervisor.settled();
    return product;
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

async function assemble(options: ProductOptions, supervisor: Supervisor): Promise<Product> {
  const { dataDir, env = process.env } = options;
  assertSettings(env);
  const context = contextOf(dataDir, supervisor, env);
  const secrets = loadSecrets(dataDir, env);
  const releasesDir = options.releasesDir ?? join(dataDir, 'releases');
  await takeBackLeftOvers(releasesDir);
  const real = realProviders(env);
  const addresses = await chooseAddresses(options.flights ?? 1);
  const step = <T>(name: string, work: Promise<T>): Promise<T> => {
    options.onStep?.(name, work);
    return work;
  };

  const [infrastructure] = await Promise.all([
    step('PostgreSQL and Redis', startInfrastructure(context, options.throwaway ?? false)),
    step('Provider sandboxes', startSandboxes(context, addresses, real, secrets)),
    step('Front ends', releaseFrontEnds(context, releasesDir)),
  ]);
  const environments = serviceEnvironments({
    env,
    nodeEnv: options.nodeEnv ?? 'development',
    origins: ['localhost', '127.0.0.1'].map((host) => `http://${host}:${options.port}`),
    ...infrastructure,
    releasesDir,
    addresses,
    secrets,
  });
  // Both bring their tables up to date first, which is safe to do at once.
  const [administrator] = await Promise.all([
    step('First administrator', createAdministrator(context, environments, options.onAdministrator)),
    step('Services', startServices(context, environments, addresses, options.port)),
    startPrerenderer(context, environments, addresses),
  ]);
  return {
    url: `http://localhost:${options.port}`,
    databaseUrl: infrastructure.databaseUrl,
    redisUrl: infrastructure.cacheUrl,
    logsDir: context.logsDir,
    duffelUrl: real.duffel ? undefined : addresses.duffel,
    stripeUrl: real.stripe ? undefined : addresses.stripe,
    mailUrl: real.mail ? undefined : addresses.mail,
    administrator,
    supervisor,
    stop: async () => {
      await supervisor.stop();
      if (options.throwaway) discard(options.dataDir);
    },
  };
}

/** Builds what changed since it was last released; a build in the middle is ended with the product. */
async function releaseFrontEnds(context: Context, releasesDir: string): Promise<void> {
  await command(
    context,
    'Building the front ends',
    'tools/src/release/release.ts',
    ['--all', '--if-changed'],
    {
      RELEASES_DIR: releasesDir,
    },
  );
}
