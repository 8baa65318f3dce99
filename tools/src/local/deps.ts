import { join } from 'node:path';
import { ensureFolder, repoRoot } from './paths.ts';
import { type ProgramOptions, runCommand } from './processes.ts';
import { pick } from './providers.ts';
import { logWhileWaiting } from './still-waiting.ts';
import type { Supervisor } from './supervisor.ts';

/** Dependencies of everything that starts a part of a local product. */
export interface Deps {
  supervisor: Supervisor;
  dataDir: string;
  logsDir: string;
  /** The environment of the terminal. */
  env: NodeJS.ProcessEnv;
}

/** Creates the log folder and keeps existing logs: a restart must not delete the logs of an incident. */
export const createDeps = (dataDir: string, supervisor: Supervisor, env: NodeJS.ProcessEnv): Deps => ({
  ...{ supervisor, dataDir, env },
  logsDir: ensureFolder(join(dataDir, 'logs')),
});

/** What a program needs of the terminal, such as how to reach a registry of packages. */
export const inheritedVariables = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR'],
  ...['NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'],
];

/** Start options of a TypeScript service, which prints `listening on` when it is ready. */
export function createNodeProgram(
  deps: Deps,
  name: string,
  file: string,
  env: Record<string, string>,
): ProgramOptions {
  return {
    ...createOptions(deps, name, env),
    // Any process of the same user could otherwise open the debugger by signal and read secrets.
    args: ['--disable-sigusr1', join(repoRoot, file)],
    ready: /listening on http/,
    logFile: join(deps.logsDir, `${name}.log`),
  };
}

/** Runs a TypeScript command until it exits and returns its last output lines; `onLine` is called for each line as it is printed. */
export function runNodeCommand(
  deps: Deps,
  name: string,
  file: string,
  args: string[],
  env: Record<string, string>,
  onLine?: (line: string) => void,
): Promise<string[]> {
  const options = {
    ...createOptions(deps, name, env),
    args: [join(repoRoot, file), ...args],
    signal: deps.supervisor.signal,
  };
  return logWhileWaiting(runCommand(options, onLine), deps.supervisor.log, () => name);
}

/** Only listed variables are passed on, so that no setting of the terminal reaches a program by accident. */
function createOptions(deps: Deps, name: string, env: Record<string, string>) {
  const base = {
    ...pick(deps.env, inheritedVariables),
    NODE_COMPILE_CACHE: ensureFolder(join(repoRoot, '.data/compile-cache')),
  };
  return { name, command: process.execPath, cwd: repoRoot, env: { ...base, ...env } };
}
