import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasPrerender, prerenderConfig } from '../../webpack/index.ts';
import webpack, { type Configuration } from 'webpack';
import { frontEnd } from './front-ends.ts';

interface ConfigModule {
  default: (serve?: boolean) => Configuration;
}

/** The bundler settings of a front end. Rejects with file and line where they, or the routes that they read, are broken. */
export async function configOf(dir: string, serve = false): Promise<Configuration> {
  const imported: Promise<ConfigModule> = import(pathToFileURL(join(dir, 'webpack.config.ts')).href);
  const module = await imported.catch((error: unknown) => {
    throw new Error(placeOf(error), { cause: error });
  });
  return module.default(serve);
}

/** Node names the place of an error in its stack only, among calls of its own that say nothing. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack
    .split('\n')
    .filter((line) => !/^ +at .*node:internal/.test(line))
    .join('\n');
}

/** Runs the bundler once. Rejects with its messages. */
export async function runBundler(config: Configuration): Promise<void> {
  const compiler = webpack(config);
  if (!compiler) throw new Error('The bundler did not start.');
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  if (!stats || stats.hasErrors())
    throw new Error(stats?.toString('errors-warnings') ?? 'Nothing was built.');
  if (stats.hasWarnings()) process.stderr.write(`${stats.toString('errors-warnings')}\n`);
}

if (import.meta.main) {
  const started = performance.now();
  // The second argument names another folder than the app's own `dist`.
  const [asked = '', output] = process.argv.slice(2);
  const { name, dir } = frontEnd(asked);
  try {
    const config = await configOf(dir);
    const path = output ?? join(dir, 'dist');
    await runBundler({ ...config, output: { ...config.output, path } });
    if (hasPrerender(dir)) await runBundler(prerenderConfig(name, dir, path));
    process.stdout.write(`Built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
