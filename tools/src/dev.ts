import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { devShell } from './dev/dev-shell.ts';
import { devVersion, override, takeBackLeftOvers } from './dev/override.ts';
import { answerHelp } from './local/help.ts';
import { dataFolder } from './local/paths.ts';
import { findRunning } from './local/running.ts';
import { configOf } from './release/build.ts';
import { type FrontEnd, frontEnd, frontEnds, releasesDir } from './release/front-ends.ts';

answerHelp(`Serves front ends with hot reload to the product that runs in another terminal (npm start).

  npm run dev              all of them but the shell
  npm run dev -- search    one, or some, while the others run as released

Ctrl-C goes back to what is released.
`);

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** The front ends of these names; all but the shell when there is none. */
function chosen(names: string[]): FrontEnd[] {
  if (names.includes('shell')) throw new Error('Change the shell, then: npm run release -- shell');
  return names.length > 0 ? names.map(frontEnd) : frontEnds().filter(({ name }) => name !== 'shell');
}

/** Builds a front end and serves it, again after each change. */
async function serve({ dir }: FrontEnd): Promise<{ origin: string; server: WebpackDevServer }> {
  const compiler = webpack(await configOf(dir, true));
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
  const developed = chosen(process.argv.slice(2));
  const releases = releasesDir();
  const running = findRunning(dataFolder());
  await takeBackLeftOvers(releases);
  const { release: shell, remove } = await devShell(releases);
  const servers: WebpackDevServer[] = [];
  const entries: Parameters<typeof override>[1] = { shell };
  // One after the other: each looks for a free port of its own.
  for (const one of developed) {
    const { origin, server } = await serve(one);
    servers.push(server);
    entries[one.name] = { version: devVersion(), manifest: `${origin}/mf-manifest.json` };
    say(`${one.name} listening on ${origin}`);
  }
  const takeBack = await override(releases, entries);
  say(
    running
      ? `Reload ${running.url}: it now takes them from here.`
      : 'Start the product in another terminal: npm start',
  );
  const stop = async () => {
    await takeBack();
    await remove();
    await Promise.all(servers.map((server) => server.stop()));
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
