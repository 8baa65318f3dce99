import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { openLog } from './log-file.ts';
import { Problem } from './problem.ts';

const LINES_KEPT = 40;

export interface CommandOptions {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Run as this user; only root may say so. */
  user?: { uid: number; gid: number };
  /** Output is added to this file, which is rotated; its folder is made. */
  logFile?: string;
  /** How this program is asked to end; SIGTERM unless said otherwise. */
  endSignal?: NodeJS.Signals;
  /** How long it may take to end before it is killed; 8 s unless said otherwise. */
  endLimitMs?: number;
  /** Ends the program when it fires: a command at any time, a program until it is ready. */
  signal?: AbortSignal;
}

export interface ProgramOptions extends CommandOptions {
  /** The program is ready once a line of its output matches. */
  ready: RegExp;
  readyTimeoutMs?: number;
}

export interface RunningProcess {
  name: string;
  pid: number;
  /** Resolves with a short description such as `exit code 1` once it has ended. */
  ended: Promise<string>;
  lastLines(): string[];
  kill(signal: NodeJS.Signals): void;
  /** Asks it to end, and ends it hard when it does not. */
  stop(): Promise<void>;
}

/** Starts a program and waits until it says that it is ready. */
export async function startProgram(options: ProgramOptions): Promise<RunningProcess> {
  const timeoutMs = options.readyTimeoutMs ?? 60_000;
  let onReady: (value: 'ready') => void = () => undefined;
  const ready = new Promise<'ready'>((resolve) => (onReady = resolve));
  const running = launch(options, (line) => {
    if (options.ready.test(line)) onReady('ready');
  });
  const stopWatching = stopOnAbort(running, options.signal);
  const first = await Promise.race([ready, running.ended, elapsed(timeoutMs)]);
  stopWatching();
  if (first === 'ready' && !options.signal?.aborted) return running;
  await running.stop();
  const why = first === 'elapsed' ? `was not ready after ${timeoutMs / 1000} s` : `ended early (${first})`;
  throw new Problem([`${options.name} ${why}.`, ...indent(running.lastLines(), 15)].join('\n'));
}

/** Runs a command to its end; a failure is a Problem with the last lines of its output. `onLine` hears each line as it comes. */
export async function runCommand(
  options: CommandOptions,
  onLine: (line: string) => void = () => undefined,
): Promise<string[]> {
  const running = launch(options, onLine);
  const stopWatching = stopOnAbort(running, options.signal);
  const end = await running.ended;
  stopWatching();
  if (end === 'exit code 0') return running.lastLines();
  throw new Problem(
    [`${options.name} failed (${end}).`, ...indent(running.lastLines(), LINES_KEPT)].join('\n'),
  );
}

/** Some last lines, set off to be read below a sentence. */
export function indent(lines: string[], count: number): string[] {
  return lines.slice(-count).map((line) => `    ${line}`);
}

/**
 * Every child gets a session of its own, so that Ctrl-C reaches us alone and we end things in order, and (on Linux)
 * asks the kernel for a signal when we die without a chance to do so.
 */
function launch(options: CommandOptions, onLine: (line: string) => void): RunningProcess {
  const endSignal = options.endSignal ?? 'SIGTERM';
  const wrapper = deathSignalSupported() ? ['setpriv', '--pdeathsig', endSignal.replace('SIG', '')] : [];
  const [command = options.command, ...args] = [...wrapper, options.command, ...options.args];
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options.user,
  });
  const ended = endOf(child);
  const lines = collect(child, options.logFile, ended, onLine);
  return {
    name: options.name,
    pid: child.pid ?? 0,
    ended,
    lastLines: () => [...lines],
    kill: (signal) => void child.kill(signal),
    stop: () => end(child, ended, endSignal, options.endLimitMs ?? 8000),
  };
}

function stopOnAbort(running: RunningProcess, signal: AbortSignal | undefined): () => void {
  const stop = () => void running.stop();
  signal?.addEventListener('abort', stop, { once: true });
  return () => signal?.removeEventListener('abort', stop);
}

let deathSignal: boolean | undefined;
function deathSignalSupported(): boolean {
  deathSignal ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return deathSignal;
}

function collect(
  child: ChildProcess,
  logFile: string | undefined,
  ended: Promise<string>,
  onLine: (line: string) => void,
): string[] {
  const lines: string[] = [];
  const log = logFile ? openLog(logFile) : undefined;
  void ended.then(() => log?.end());
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log?.write(`${line}\n`);
      lines.push(line);
      if (lines.length > LINES_KEPT) lines.shift();
      onLine(line);
    });
  }
  return lines;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
}

async function end(
  child: ChildProcess,
  ended: Promise<string>,
  signal: NodeJS.Signals,
  limitMs: number,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  child.kill(signal);
  if ((await Promise.race([ended, elapsed(limitMs)])) !== 'elapsed') return;
  child.kill('SIGKILL');
  await ended;
}

function elapsed(ms: number): Promise<'elapsed'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('elapsed'), ms).unref();
  });
}
