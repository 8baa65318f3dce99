import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { repoRoot } from '../local/paths.ts';

const readyTimeoutMs = 5 * 60_000;
const stopTimeoutMs = 60_000;

export interface FirstStartOptions {
  port: number;
  dataDir: string;
  umask: string;
  env: Record<string, string>;
}

export interface FirstStartResult {
  /** Seconds until `Ready` was printed. */
  seconds: number;
  /** Undefined when the product became ready, served its home page and exited after Ctrl-C. */
  problem?: string;
  output: string;
}

/** Runs `npm start` with a new data folder and stops it with Ctrl-C. */
export async function runFirstStart({
  port,
  dataDir,
  umask,
  env,
}: FirstStartOptions): Promise<FirstStartResult> {
  const started = performance.now();
  const { PATH, HOME, LANG } = process.env;
  const child = spawn('sh', ['-c', `umask ${umask}; exec npm start`], {
    cwd: repoRoot,
    env: { PATH, HOME, LANG, ...env, PORT: String(port), FARELINE_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, because Ctrl-C sends the signal to the whole group.
    detached: true,
  });
  const killGroup = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killGroup);
  let output = '';
  let onReady: () => void = () => undefined;
  const ready = new Promise<'ready'>((resolve) => (onReady = () => resolve('ready')));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^Ready: http/m.test(output)) onReady();
    });
  }
  const exited = once(child, 'close').then(([code, signal]) => {
    process.removeListener('exit', killGroup);
    return `exited with ${String(code ?? signal)}`;
  });

  const first = await Promise.race([
    ready,
    exited,
    waitForTimeout(readyTimeoutMs, 'not ready after 5 minutes'),
  ]);
  const seconds = (performance.now() - started) / 1000;
  if (first !== 'ready') {
    signalGroup(child, 'SIGKILL');
    return { seconds, problem: first, output };
  }
  const problem = await checkHomePage(port);
  signalGroup(child, 'SIGINT');
  const result = await Promise.race([
    exited,
    waitForTimeout(stopTimeoutMs, 'still running a minute after Ctrl-C'),
  ]);
  signalGroup(child, 'SIGKILL');
  // npm exits by the signal when its script has exited with 130.
  const hasExited = result === 'exited with 130' || result === 'exited with SIGINT';
  return { seconds, problem: problem ?? (hasExited ? undefined : result), output };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // The group has exited already.
  }
}

async function checkHomePage(port: number): Promise<string | undefined> {
  try {
    const response = await fetch(`http://localhost:${port}/`, { signal: AbortSignal.timeout(10_000) });
    const html = await response.text();
    return response.ok && html.includes('<title>') ? undefined : `the home page returned ${response.status}`;
  } catch (error) {
    return `the request for the home page failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function waitForTimeout<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(value), ms).unref();
  });
}
