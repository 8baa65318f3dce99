import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Problem } from './problem.ts';

const LINES_KEPT = 40;

export interface ProcessOptions {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Run as this user; only root may say so. */
  user?: { uid: number; gid: number };
  /** The program is ready once a line of its output matches. */
  ready: RegExp;
  readyTimeoutMs?: number;
  /** Appended to; the folder is made. */
  logFile?: string;
  /** How this program is asked to end. */
  endSignal?: NodeJS.Signals;
  endTimeoutMs?: number;
}

export interface RunningProcess {
  name: string;
  pid: number;
  /** The line that said it was ready. */
  ready: RegExpExecArray;
  /** Resolves with a short description such as `exit code 1` once it has ended. */
  ended: Promise<string>;
  lastLines(): string[];
  signal(signal: NodeJS.Signals): void;
  /** Asks it to end, and ends it hard when it does not. */
  stop(): Promise<void>;
}

/** Starts a program and waits until it says that it is ready. */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const child = launch(options);
  const lines: string[] = [];
  const log = options.logFile ? openLog(options.logFile) : undefined;
  const ended = endOf(child);
  void ended.then(() => log?.end());

  const ready = new Promise<RegExpExecArray>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        log?.write(`${line}\n`);
        lines.push(line);
        if (lines.length > LINES_KEPT) lines.shift();
        const match = options.ready.exec(line);
        if (match) resolve(match);
      });
    }
  });
  const running: Omit<RunningProcess, 'ready'> = {
    name: options.name,
    pid: child.pid ?? 0,
    ended,
    lastLines: () => [...lines],
    signal: (signal) => void child.kill(signal),
    stop: () => end(child, ended, options.endSignal ?? 'SIGTERM', options.endTimeoutMs ?? 8000),
  };
  const timeoutMs = options.readyTimeoutMs ?? 60_000;
  const first = await Promise.race([ready, ended, elapsed(timeoutMs)]);
  if (typeof first === 'object') return { ...running, ready: first };
  await running.stop();
  const why = first === 'elapsed' ? `was not ready after ${timeoutMs / 1000} s` : `ended early (${first})`;
  throw new Problem([`${options.name} ${why}.`, ...lines.slice(-15).map((line) => `  ${line}`)].join('\n'));
}

/**
 * Every child gets a session of its own, so that Ctrl-C reaches us alone and we end things in order, and (on Linux)
 * asks the kernel for a signal when we die without a chance to do so.
 */
function launch(options: ProcessOptions): ChildProcess {
  const endSignal = options.endSignal ?? 'SIGTERM';
  const dieWithUs = deathSignalSupported()
    ? ['setpriv', '--pdeathsig', endSignal.replace('SIG', ''), options.command]
    : [options.command];
  return spawn(dieWithUs[0] ?? options.command, [...dieWithUs.slice(1), ...options.args], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options.user,
  });
}

let deathSignal: boolean | undefined;
function deathSignalSupported(): boolean {
  deathSignal ??= spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return deathSignal;
}

function openLog(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const stream = createWriteStream(file, { flags: 'a' });
  // A full disk must not take the product down through its log.
  stream.on('error', () => undefined);
  return stream;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
}

async function end(child: ChildProcess, ended: Promise<string>, signal: NodeJS.Signals, timeoutMs: number) {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  child.kill(signal);
  if ((await Promise.race([ended, elapsed(timeoutMs)])) !== 'elapsed') return;
  child.kill('SIGKILL');
  await ended;
}

function elapsed(ms: number): Promise<'elapsed'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('elapsed'), ms).unref();
  });
}
