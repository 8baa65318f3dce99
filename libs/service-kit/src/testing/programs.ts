import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CommonConfig } from '../config.ts';
import type { Service } from '../run-service.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Compiled code that programs and test runs share; npm test sets it. */
const compileCache = process.env.NODE_COMPILE_CACHE ?? `${root}.data/compile-cache`;

/** How often a slow start is told of. */
const progressMs = 10_000;

type Environment = Record<string, string>;

export interface RunningSandbox {
  /** Base URL. */
  url: string;
  /** Stops it as SIGTERM does. */
  kill(): Promise<void>;
}

/** A running program of this repository. */
export interface Program extends RunningSandbox {
  /** What it has logged. */
  output(): string;
}

export interface ProgramProcess extends Program {
  kill(signal?: NodeJS.Signals): Promise<void>;
  process: ChildProcess;
}

/** What the module of a sandbox exports as `start`. */
interface Sandbox {
  url: string;
  close(): Promise<unknown>;
}

/**
 * Starts a service in this process, on a free port unless PORT is set: a tenth of the processor time of a process of its own. `path` is
 * that of its `main.ts`, relative to the root.
 */
export async function startService(path: string, env: Environment = {}): Promise<Program> {
  const { service } = (await import(root + path)) as { service: Service<CommonConfig> };
  const config = service.readConfig({ PORT: '0', ...env });
  const lines: string[] = [];
  const app = await service.build(config, { logStream: { write: (line) => void lines.push(line) } });
  const url = await app.listen({ host: config.HOST, port: config.PORT });
  let closed: Promise<void> | undefined;
  return { url, output: () => lines.join(''), kill: () => (closed ??= app.close()) };
}

/** Starts a sandbox in this process, on free ports. */
export async function startSandbox<Running extends Sandbox>(
  path: string,
  env: Environment = {},
): Promise<Omit<Running, 'close'> & RunningSandbox> {
  const { start } = (await import(root + path)) as { start(env: Environment): Promise<Running> };
  const { close, ...running } = await start({ PORT: '0', ...env });
  let closed: Promise<unknown> | undefined;
  return {
    ...running,
    kill: async () => void (await (closed ??= close())),
  };
}

/**
 * Starts a program as a process of its own, for tests that kill or stop it or read all of its output, and waits for its `listening on`
 * line for as long as it lives. Rejects with its output when it exits before that.
 */
export async function spawnProgram(path: string, env: Environment = {}): Promise<ProgramProcess> {
  const child = spawn(process.execPath, [path], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  child.once('exit', () => process.removeListener('exit', stop));
  const progress = setInterval(() => console.error(`waiting for ${path} to listen`), progressMs);
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /listening on (http:\/\/\S+)/i.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`${path} exited (${code ?? signal}):\n${output}`)));
  }).finally(() => clearInterval(progress));
  return {
    url,
    process: child,
    output: () => output,
    async kill(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}
