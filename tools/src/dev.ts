import { exitOnUsageError, readArguments } from '@fareline/service-kit/command-line';
import { remoteManifestSchema } from '@fareline/contracts/schemas';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { buildDevShell } from './dev/dev-shell.ts';
import { createDevVersion, addOverrides, removeStaleOverrides } from './local/release-overrides.ts';
import { getDataFolder } from './local/paths.ts';
import { createFolderStorage } from '@fareline/releases/folder-storage';
import { findRunningProduct } from './local/running-product.ts';
import { loadBundlerConfig } from './release/build.ts';
import { type FrontEnd, findFrontEnd, listFrontEnds, getReleasesDir } from './front-ends/front-ends.ts';

const { positionals } = readArguments(
  `Serves front ends with hot reload to the product that is running in another terminal (npm start).

  npm run dev              serves all front ends except the shell
  npm run dev -- search    serves only the named ones; the others stay as released

Ctrl-C returns to the released front ends.
`,
  { allowPositionals: true },
);

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** The front ends with these names; without names, all except the shell. */
function selectFrontEnds(names: string[]): FrontEnd[] {
  if (names.includes('shell'))
    throw new Error('The shell has no hot reload. Change it, then run: npm run release -- shell');
  return names.length > 0 ? names.map(findFrontEnd) : listFrontEnds().filter(({ name }) => name !== 'shell');
}

/** Builds and serves a front end, and rebuilds it after each change. */
async function startDevServer({ dir }: FrontEnd): Promise<{ origin: string; server: WebpackDevServer }> {
  const compiler = webpack(await loadBundlerConfig(dir, true));
  if (!compiler) throw new Error('The bundler did not start.');
  const port = await WebpackDevServer.getFreePort('auto', 'localhost');
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port,
      hot: true,
      liveReload: false,
      allowedHosts: 'all',
      headers: { 'access-control-allow-origin': '*' },
      client: { overlay: false, logging: 'warn', webSocketURL: `ws://localhost:${port}/ws` },
      setupExitSignals: false,
    },
    compiler,
  );
  await server.start();
  return { origin: `http://localhost:${port}`, server };
}

async function main(): Promise<void> {
  const selected = selectFrontEnds(positionals);
  const storage = createFolderStorage(getReleasesDir());
  const running = findRunningProduct(getDataFolder());
  await removeStaleOverrides(storage);
  const { release: shell, remove } = await buildDevShell(storage);
  const servers: WebpackDevServer[] = [];
  const entries: Parameters<typeof addOverrides>[1] = { shell };
  // Sequentially, because each looks for a free port.
  for (const frontEndToServe of selected) {
    const { origin, server } = await startDevServer(frontEndToServe);
    servers.push(server);
    const manifest = `${origin}/mf-manifest.json`;
    // The server responds after the first build.
    const { metaData } = remoteManifestSchema.parse(await (await fetch(manifest)).json());
    entries[frontEndToServe.name] = { version: createDevVersion(), manifest, routes: metaData.routes };
    print(`${frontEndToServe.name} listening on ${origin}`);
  }
  const removeOverrides = await addOverrides(storage, entries);
  print(
    running
      ? `Reload ${running.url}: it now loads these front ends.`
      : 'Start the product in another terminal: npm start',
  );
  const stop = async () => {
    await removeOverrides();
    await remove();
    await Promise.all(servers.map((server) => server.stop()));
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
}

try {
  await main();
} catch (error) {
  exitOnUsageError(error);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
