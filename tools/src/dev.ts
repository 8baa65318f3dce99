import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { devShell } from './dev/dev-shell.ts';
import { override } from './dev/override.ts';
import { configOf } from './release/build.ts';
import { frontEnd, releasesDir } from './release/front-ends.ts';

const help = `Develops one front end while all others run as released.

  npm start                in one terminal
  npm run dev -- search    in another: serves apps/search-mfe with refresh; Ctrl-C goes back to its release
`;

async function main(): Promise<void> {
  const asked = process.argv[2];
  if (!asked || asked === '--help') return void process.stdout.write(help);
  const { name, dir } = frontEnd(asked);
  if (name === 'shell') throw new Error('Change the shell, then: npm run release -- shell');
  const releases = releasesDir();
  const { release: shell, remove } = await devShell(releases);
  const compiler = webpack(await configOf(dir, true));
  if (!compiler) throw new Error('The bundler did not start.');
  const port = await WebpackDevServer.getFreePort(process.env.PORT ?? 'auto', 'localhost');
  const origin = `http://localhost:${port}`;
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
  const takeBack = await override(releases, {
    shell,
    [name]: { version: 'dev', manifest: `${origin}/mf-manifest.json` },
  });
  process.stdout.write(
    `${name} listening on ${origin}\nReload the site: it now takes "${name}" from here.\n`,
  );
  const stop = async () => {
    await takeBack();
    await remove();
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
