import { join } from 'node:path';
import { ensureFolder, repoRoot } from './paths.ts';
import { type ProgramOptions, runCommand } from './processes.ts';
import type { Supervisor } from './supervisor.ts';

/** What every part of a local product is started with. */
export interface Context {
  supervisor: Supervisor;
  dataDir: string;
  logsDir: string;
  /** What the person at the terminal has set. */
  env: NodeJS.ProcessEnv;
}

/** What the product on this data folder is started with. Logs of former runs stay: a restart must not destroy what an incident left. */
export function contextOf(dataDir: string, supervisor: Supervisor, env: NodeJS.ProcessEnv): Context {
  return { supervisor, dataDir, logsDir: ensureFolder(join(dataDir, 'logs')), env };
}

const PASSED_ON = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR'],
  ...['NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'],
];

/** One of our TypeScript programs, which says `listening on` when it is ready. */
export function program(
  context: Context,
  name: string,
  file: string,
  env: Record<string, string>,
): ProgramOptions {
  return {
    name,
    command: process.execPath,
    // A debugger that any program of the same user may start would read its settings.
    args: ['--disable-sigusr1', join(repoRoot, file)],
    cwd: repoRoot,
    env: { ...baseEnvironment(context), ...env },
    ready: /listening on http/,
    logFile: join(context.logsDir, `${name}.log`),
  };
}

/** Runs one of our TypeScript commands to its end, and returns what it printed; `onLine` hears each line as it comes. */
export function command(
  context: Context,
  name: string,
  file: string,
  args: string[],
  env: Record<string, string>,
  onLine?: (line: string) => void,
): Promise<string[]> {
  const options = {
    name,
    command: process.execPath,
    args: [join(repoRoot, file), ...args],
    cwd: repoRoot,
    env: { ...baseEnvironment(context), ...env },
    signal: context.supervisor.signal,
  };
  return runCommand(options, onLine);
}

/** Programs get what they are meant to get: no setting of the terminal reaches them by accident. */
function baseEnvironment(context: Context): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => (context.env[name] ? [[name, context.env[name]]] : []));
  return {
    ...Object.fromEntries(passed),
    NODE_COMPILE_CACHE: ensureFolder(join(repoRoot, '.data/compile-cache')),
  };
}
