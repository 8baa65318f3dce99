import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasPrerender, prerenderConfig } from '../../webpack/index.ts';
import webpack, { type Configuration } from 'webpack';
import { findFrontEnd } from '../front-ends/front-ends.ts';
import { writeContracts } from './contracts/conflicts.ts';

interface ConfigModule {
  default: (serve?: boolean) => Configuration;
}

/** Loads the webpack configuration of a front end. Rejects with file and line when it, or a module that it imports, is invalid. */
export async function loadBundlerConfig(dir: string, serve = false): Promise<Configuration> {
  const imported: Promise<ConfigModule> = import(pathToFileURL(join(dir, 'webpack.config.ts')).href);
  const module = await imported.catch((error: unknown) => {
    throw new Error(formatStack(error), { cause: error });
  });
  return module.default(serve);
}

/** Node reports the location of a syntax error only in the stack trace; its internal frames are removed. */
function formatStack(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return stack
    .split('\n')
    .filter((line) => !/^ +at .*node:internal/.test(line))
    .join('\n');
}

/** Runs webpack once. Rejects with its errors. */
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
  // The optional second argument is the output folder; default `dist` of the app.
  const [requestedName = '', output] = process.argv.slice(2);
  const { name, dir } = findFrontEnd(requestedName);
  try {
    const config = await loadBundlerConfig(dir);
    const path = output ?? join(dir, 'dist');
    await runBundler({ ...config, output: { ...config.output, path } });
    if (hasPrerender(dir)) await runBundler(prerenderConfig(name, dir, path));
    await writeContracts(dir, path);
    process.stdout.write(`Built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
