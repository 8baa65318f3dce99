import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Compiled code that programs and test runs share; npm test sets it. */
const compileCache = process.env.NODE_COMPILE_CACHE ?? `${root}.data/compile-cache`;

/** Includes the time that programs take on a machine whose processors are shared with other test runs. */
const startTimeoutMs = 60_000;

export interface Program {
  /** Base URL. */
  url: string;
  output(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  process: ChildProcess;
}

/**
 * Starts a TypeScript program of this repository (`path` is relative to the root) on a free port and waits for its
 * `listening on` line. Rejects with its output when it exits before that, or after a minute.
 */
export async function startProgram(path: string, env: Record<string, string> = {}): Promise<Program> {
  const child = spawn(process.execPath, [path], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  child.once('exit', () => process.removeListener('exit', stop));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /listening on (http:\/\/\S+)/i.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    const timer = setTimeout(
      () => reject(new Error(`${path} did not print that it is listening:\n${output}`)),
      startTimeoutMs,
    );
    timer.unref();
    child.once('exit', (code, signal) => reject(new Error(`${path} exited (${code ?? signal}):\n${output}`)));
  });
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
