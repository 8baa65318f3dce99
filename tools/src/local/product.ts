import { join } from 'node:path';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { loadReleaseKeys } from './signing-key.ts';
import { removeStaleOverrides } from './release-overrides.ts';
import { runNodeCommand, type Deps, createDeps } from './deps.ts';
import { getDataFolder } from './paths.ts';
import { printError } from './processes.ts';
import { createServiceEnvironments } from './environment.ts';
import { startInfrastructure, type Infrastructure } from './infrastructure.ts';
import { allocateUrls, findRealProviders } from './providers.ts';
import { startSandboxes } from './sandboxes.ts';
import { loadSecrets } from './secrets.ts';
import { createAdministrator, startPrerenderer, startServices } from './services.ts';
import { assertSettings } from './settings.ts';
import { listSiteUrls } from './site-urls.ts';
import { Supervisor } from './supervisor.ts';

export interface ProductOptions {
  /** Folder of databases, logs and secrets, and of releases unless `releasesDir` is set. */
  dataDir: string;
  /** Port of the edge. */
  port: number;
  /** Number of each service; default 1. */
  replicas?: number;
  /** The card form of the provider's sandbox. */
  hasPaymentElement?: boolean;
  /** Without front ends, for tests of the API, the product starts sooner and has no pages; default true. */
  hasFrontEnds?: boolean;
  releasesDir?: string;
  nodeEnv?: 'development' | 'test' | 'production';
  /** Provider keys and other settings; default `process.env`. */
  env?: NodeJS.ProcessEnv;
  /** For tests: the database is faster, and may lose data in a crash. */
  isTemporary?: boolean;
  supervisor?: Supervisor;
  /** Called when a step of the start begins. */
  onStep?: (name: string, work: Promise<unknown>) => void;
  /** Called with the administrator's password as soon as it is created, so that a start that fails later does not lose it. */
  onAdministrator?: (line: string) => void;
}

export interface Product extends Infrastructure {
  /** Where the site works: on this machine, and with FARELINE_HOST from others. */
  urls: string[];
  /** The first of them. */
  url: string;
  logsDir: string;
  /** URLs of the sandboxes; undefined where the real provider is used. */
  duffelUrl?: string;
  stripeUrl?: string;
  mailUrl?: string;
  /** Output of the command that creates the administrator: the password on the first start only. */
  administrator: string[];
  /**
   * Kills, stops and restarts programs by name: accounts, flights, payments, edge, prerender, duffel, stripe, mail, postgres,
   * redis-cache, redis-jobs; with several replicas edge-1 and so on.
   */
  supervisor: Supervisor;
  stop(): Promise<void>;
}

/** Starts all parts of the product and waits until they are ready. If one fails, all are stopped. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const supervisor = options.supervisor ?? new Supervisor(printError);
  try {
    const product = await Promise.race([startParts(options, supervisor), supervisor.startFailure]);
    supervisor.markStarted();
    return product;
  } catch (error) {
    await supervisor.stopAll();
    throw error;
  }
}

async function startParts(options: ProductOptions, supervisor: Supervisor): Promise<Product> {
  const { dataDir, env = process.env, hasFrontEnds = true } = options;
  assertSettings(env);
  const deps = createDeps(dataDir, supervisor, env);
  const secrets = loadSecrets(dataDir, env);
  const releasesDir = options.releasesDir ?? join(dataDir, 'releases');
  await removeStaleOverrides(createFolderStorage(releasesDir));
  const real = findRealProviders(env);
  const siteUrls = listSiteUrls(env.FARELINE_HOST, options.port);
  const urls = await allocateUrls();
  const trackStep = <T>(name: string, work: Promise<T>): Promise<T> => {
    options.onStep?.(name, work);
    return work;
  };

  const [infrastructure] = await Promise.all([
    trackStep('PostgreSQL and Redis', startInfrastructure(deps, secrets, options.isTemporary ?? false)),
    trackStep('Provider sandboxes', startSandboxes(deps, urls, secrets)),
    ...(hasFrontEnds ? [trackStep('Front ends', releaseFrontEnds(deps, releasesDir))] : []),
  ]);
  const environments = createServiceEnvironments({
    env,
    nodeEnv: options.nodeEnv ?? 'development',
    hasPaymentElement: options.hasPaymentElement,
    origins: siteUrls,
    ...infrastructure,
    releasesDir,
    // The releases of tests without pages are not signed.
    releaseKeys: hasFrontEnds ? loadReleaseKeys() : '',
    urls,
    secrets,
  });
  // Both run the migrations of accounts first, which is safe to do concurrently.
  const [administrator, closeBalancers] = await Promise.all([
    trackStep('First administrator', createAdministrator(deps, environments, options.onAdministrator)),
    trackStep(
      'Services',
      startServices(deps, environments, { ...urls, edge: siteUrls[0]! }, options.replicas ?? 1),
    ),
    ...(hasFrontEnds ? [startPrerenderer(deps, environments)] : []),
  ]);
  return {
    urls: siteUrls,
    url: siteUrls[0]!,
    ...infrastructure,
    logsDir: deps.logsDir,
    duffelUrl: real.providers ? undefined : urls.duffel,
    stripeUrl: real.providers ? undefined : urls.stripe,
    mailUrl: real.mail ? undefined : urls.mail,
    administrator,
    supervisor,
    stop: async () => {
      await supervisor.stopAll();
      closeBalancers();
    },
  };
}

/** Builds and releases the front ends that changed; stopping the product stops the build. */
async function releaseFrontEnds(deps: Deps, releasesDir: string): Promise<void> {
  await runNodeCommand(
    deps,
    'Building the front ends',
    'tools/src/release/release.ts',
    ['--all', '--if-changed', '--uncommitted', '--services'],
    {
      // The edge of this machine has the same folder, and accepts the key of this data folder or of RELEASE_KEY.
      ...{ RELEASES_DIR: releasesDir, RELEASES_BUCKET: '' },
      ...{ FARELINE_DATA: getDataFolder(), RELEASE_KEY: process.env.RELEASE_KEY ?? '' },
    },
  );
}
