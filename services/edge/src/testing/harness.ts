import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listBrandKeyHashes, releaseFormat } from '@fareline/contracts';
import type { PublicBrand, ReleaseFile, RemoteManifest, Route, ShellManifest } from '@fareline/contracts';
import { defaultBrand, toPublicBrand } from '@fareline/contracts/schemas';
import { hashBrandKey } from '@fareline/service-kit/brands';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { writeRecord } from '@fareline/releases/record';
import { hashFiles } from '@fareline/releases/signature';
import { readFiles } from '@fareline/releases/storage';
import { startService } from '@fareline/service-kit/testing';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { buildEdge } from '../app.ts';
import { readConfig } from '../config.ts';

interface UpstreamResponse {
  status: number;
  body: unknown;
}

/** Every request on localhost loads the default brand, so that it is not recorded. */
const defaultBrandPath = '/api/brands/default';

/** Stub of a service behind the edge: records requests and sends configurable responses. */
export interface Upstream {
  url: string;
  requests: { method: string; url: string; headers: FastifyRequest['headers']; body: string }[];
  /** Requests whose connection was closed before they were answered. */
  aborted: number;
  /** Returns the response to a request; by default 200 with the service's name, or the default brand. */
  respond: (request: FastifyRequest) => UpstreamResponse | Promise<UpstreamResponse>;
  /** The brand keys that accounts lists; without them it does not answer with a list. */
  brandKeys?: string[];
  stop(): Promise<void>;
}

export async function startUpstream(name: string, port = 0): Promise<Upstream> {
  const app = Fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const upstream: Upstream = {
    url: '',
    requests: [],
    aborted: 0,
    respond: ({ url }) => ({
      status: 200,
      body: url === defaultBrandPath ? toPublicBrand(defaultBrand) : { name },
    }),
    stop: () => app.close(),
  };
  app.all('/*', async (request, reply) => {
    const { method, url, headers } = request;
    if (url === listBrandKeyHashes.path && !upstream.brandKeys) return reply.status(404).send({});
    if (url !== defaultBrandPath)
      upstream.requests.push({ method, url, headers, body: (request.body as string | undefined) ?? '' });
    if (url === listBrandKeyHashes.path) return reply.send({ hashes: upstream.brandKeys?.map(hashBrandKey) });
    reply.raw.once('close', () => void (upstream.aborted += reply.raw.writableFinished ? 0 : 1));
    const { status, body } = await upstream.respond(request);
    return reply.status(status).send(body);
  });
  upstream.url = await app.listen({ port, host: '127.0.0.1' });
  return upstream;
}

const shellRoutes: Route[] = [
  { path: '/faq', screen: 'page-faq' },
  { path: '/privacy-policy', aliases: ['/privacy'], screen: 'page-privacy' },
];

const searchRoutes: Route[] = [
  { path: '/', screen: 'home' },
  { path: '/search', screen: 'results', redirectFrom: ['/flight'] },
  { path: '/flight/:id', screen: 'offer' },
];

/** Their release has no manifest, as if its folder were lost. */
const accountRoutes: Route[] = [
  { path: '/login', screen: 'login' },
  { path: '/my-trips', screen: 'trips', private: true },
  { path: '/admin/brands', screen: 'brands', private: true },
];

const shellManifest: ShellManifest = {
  format: releaseFormat,
  scripts: ['vendor.1.js', 'main.1.js'],
  styles: ['main.1.css'],
  fonts: ['face.1.woff2'],
  chunks: { federation: ['federation.1.js'], 'page-faq': ['page-faq.1.js'] },
  shared: {},
  routes: shellRoutes,
  integrity: {
    'main.1.js': 'sha256-main',
    'main.1.css': 'sha256-css',
    'federation.1.js': 'sha256-federation',
  },
};

const createExposedModule = (name: string, js: string[], css: string[] = []) => ({
  name,
  path: `./${name}`,
  assets: { js: { sync: js, async: [] }, css: { sync: css, async: [] } },
});

const remoteManifest: RemoteManifest = {
  name: 'fareline_search',
  metaData: {
    format: releaseFormat,
    remoteEntry: { name: 'remoteEntry.1.js' },
    routes: searchRoutes,
  },
  shared: [],
  integrity: { 'remoteEntry.1.js': 'sha256-entry' },
  exposes: [
    createExposedModule('home', ['form.1.js', 'home.1.js'], ['styles.1.css']),
    createExposedModule('offer', ['offer.1.js'], ['styles.1.css']),
  ],
};

const createRelease = (name: string, version: string, manifest: string, routes: Route[]) => ({
  version,
  manifest: `/releases/${name}/${version}/${manifest}`,
  routes,
  previous: [],
  count: 1,
  sources: '',
  history: [],
});

/** Creates a temporary releases folder with a shell, a search app, and an account app whose files are missing. */
async function createReleasesFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'edge-releases-'));
  const shell = join(dir, 'shell', '1-a');
  const search = join(dir, 'search', '1-b');
  await mkdir(shell, { recursive: true });
  await mkdir(search, { recursive: true });
  await writeFile(join(shell, 'manifest.json'), JSON.stringify(shellManifest));
  await writeFile(join(shell, 'main.1.js'), 'console.log(1);'.repeat(200));
  await writeFile(join(shell, 'main.1.js.br'), 'compressed');
  await writeFile(join(shell, 'text.woff2'), 'font');
  await writeFile(join(search, 'mf-manifest.json'), JSON.stringify(remoteManifest));
  await writeRecords(dir);
  await writeTable(dir, sampleTable);
  return dir;
}

/** Records the files of both versions, as their release does: the edge serves no others. */
export async function writeRecords(dir: string): Promise<void> {
  const storage = createFolderStorage(dir);
  for (const [name, version] of [
    ['shell', '1-a'],
    ['search', '1-b'],
  ] as const) {
    const record = { name, version, commit: 'c', by: 'ana', at: new Date().toISOString() };
    const files = hashFiles(await readFiles(storage, `${name}/${version}/`));
    await writeRecord(storage, { ...record, files });
  }
}

/** The table of the releases folder. */
export const sampleTable: ReleaseFile = {
  shell: createRelease('shell', '1-a', 'manifest.json', shellRoutes),
  search: createRelease('search', '1-b', 'mf-manifest.json', searchRoutes),
  account: createRelease('account', '1-c', 'mf-manifest.json', accountRoutes),
};

export const writeTable = (dir: string, table: Record<string, object>) =>
  writeFile(join(dir, 'table.json'), JSON.stringify(table));

/** The default brand with another id and name, and the given changes. */
export const createTestBrand = (id: string, change: Partial<PublicBrand> = {}): PublicBrand => ({
  ...toPublicBrand(defaultBrand),
  id,
  name: id,
  ...change,
});

export interface Harness {
  app: FastifyInstance;
  dir: string;
  accounts: Upstream;
  payments: Upstream;
  flights: Upstream;
  /** The settings of `app`. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts an edge with stubs of all services. */
export async function startHarness(env: Record<string, string> = {}): Promise<Harness> {
  const [accounts, payments, flights] = await Promise.all([
    startUpstream('accounts'),
    startUpstream('payments'),
    startUpstream('flights'),
  ]);
  const dir = await createReleasesFolder();
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SITE_ORIGIN: 'http://localhost:3000',
    TRUSTED_PROXIES: 'none',
    RELEASES_DIR: dir,
    ACCOUNTS_URL: accounts.url,
    PAYMENTS_URL: payments.url,
    FLIGHTS_URL: flights.url,
    ...env,
  };
  const app = await buildEdge(readConfig(settings));
  await app.ready();
  return {
    app,
    dir,
    accounts,
    payments,
    flights,
    env: settings,
    async stop() {
      await app.close();
      await Promise.all([accounts, payments, flights].map((upstream) => upstream.stop()));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Log lines of an edge with the settings of the harness and the given changes, while it gets requests for these paths. */
export async function readLogLines(
  harness: Harness,
  paths: string[],
  env: Record<string, string> = {},
): Promise<Record<string, unknown>[]> {
  const edge = await startService('services/edge/src/main.ts', {
    ...harness.env,
    LOG_LEVEL: 'info',
    ...env,
  });
  for (const path of paths) await (await fetch(edge.url + path)).text();
  await edge.kill();
  return edge
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
