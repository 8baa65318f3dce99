import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { repoRoot } from '../local/paths.ts';

const readyLimitMs = 5 * 60_000;
const endLimitMs = 60_000;

export interface StartOnce {
  port: number;
  dataDir: string;
  umask: string;
  env: Record<string, string>;
}

export interface FirstStart {
  /** Until `Ready`. */
  seconds: number;
  /** Undefined when the product was ready, showed its home page and ended when it was asked to. */
  problem?: string;
  output: string;
}

/** `npm start` as a newcomer runs it, on a data folder that is not there yet, and ended with Ctrl-C. */
export async function startOnce({ port, dataDir, umask, env }: StartOnce): Promise<FirstStart> {
  const started = performance.now();
  const { PATH, HOME, LANG } = process.env;
  const child = spawn('sh', ['-c', `umask ${umask}; exec npm start`], {
    cwd: repoRoot,
    env: { PATH, HOME, LANG, ...env, PORT: String(port), FARELINE_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which is what Ctrl-C signals.
    detached: true,
  });
  const endWithUs = () => signalGroup(child, 'SIGKILL');
  process.once('exit', endWithUs);
  let output = '';
  let onReady: () => void = () => undefined;
  const ready = new Promise<'ready'>((resolve) => (onReady = () => resolve('ready')));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^Ready: http/m.test(output)) onReady();
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    process.removeListener('exit', endWithUs);
    return `ended with ${String(code ?? signal)}`;
  });

  const first = await Promise.race([ready, ended, elapsed(readyLimitMs, 'not ready after 5 minutes')]);
  const seconds = (performance.now() - started) / 1000;
  if (first !== 'ready') {
    signalGroup(child, 'SIGKILL');
    return { seconds, problem: first, output };
  }
  const problem = await pageProblem(port);
  signalGroup(child, 'SIGINT');
  const last = await Promise.race([ended, elapsed(endLimitMs, 'still there a minute after Ctrl-C')]);
  signalGroup(child, 'SIGKILL');
  // npm ends by the signal itself once its script has ended with 130.
  const hasEnded = last === 'ended with 130' || last === 'ended with SIGINT';
  return { seconds, problem: problem ?? (hasEnded ? undefined : last), output };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // All of the group have ended.
  }
}

async function pageProblem(port: number): Promise<string | undefined> {
  try {
    const response = await fetch(`http://localhost:${port}/`, { signal: AbortSignal.timeout(10_000) });
    const html = await response.text();
    return response.ok && html.includes('<title>') ? undefined : `the home page is ${response.status}`;
  } catch (error) {
    return `the home page does not come: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function elapsed<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(value), ms).unref();
  });
}
