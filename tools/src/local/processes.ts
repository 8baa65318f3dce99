import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { openLogFile } from './log-file.ts';
import { logWhileWaiting } from './still-waiting.ts';
import { UserError } from './user-error.ts';

const maxStoredLines = 40;

export interface CommandOptions {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** The user to run as; requires root. */
  user?: { uid: number; gid: number };
  /** Output is appended to this rotated file; its folder is created. */
  logFile?: string;
  /** Signal for a graceful shutdown; default SIGTERM. */
  stopSignal?: NodeJS.Signals;
  /** Time until SIGKILL follows `stopSignal`; default 8 s. */
  stopTimeoutMs?: number;
  /** Stops a command at any time, a program only until it is ready. */
  signal?: AbortSignal;
}

export interface ProgramOptions extends CommandOptions {
  /** Matches the output line that says the program is ready. */
  ready: RegExp;
}

export interface RunningProcess {
  name: string;
  pid: number;
  /** Resolves with a short description, such as `exit code 1`, when the process has exited. */
  exited: Promise<string>;
  lastLines(): string[];
  kill(signal: NodeJS.Signals): void;
  /** Sends the stop signal, and SIGKILL when the process does not exit in time. */
  stop(): Promise<void>;
}

/**
 * Starts a program and waits until it is ready, however slow the machine is; throws a UserError with its last output lines when it
 * exits before.
 */
export async function startProgram(
  options: ProgramOptions,
  log: (line: string) => void = printError,
): Promise<RunningProcess> {
  const ready = Promise.withResolvers<'ready'>();
  const running = spawnProcess(options, (line) => {
    if (options.ready.test(line)) ready.resolve('ready');
  });
  const stopWatching = stopOnAbort(running, options.signal);
  const first = await logWhileWaiting(
    Promise.race([ready.promise, running.exited]),
    log,
    () => options.name,
    options.logFile,
  );
  stopWatching();
  if (first === 'ready' && !options.signal?.aborted) return running;
  await running.stop();
  throw createExitError(running, `exited early (${first})`);
}

export const printError = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a command until it exits; throws a UserError with its last output lines when it fails. `onLine` is called for each line as it is printed. */
export async function runCommand(
  options: CommandOptions,
  onLine: (line: string) => void = () => undefined,
): Promise<string[]> {
  const running = spawnProcess(options, onLine);
  const stopWatching = stopOnAbort(running, options.signal);
  const result = await running.exited;
  stopWatching();
  if (result === 'exit code 0') return running.lastLines();
  throw createExitError(running, `failed (${result})`, maxStoredLines);
}

/** Says how a process ended, with its last lines of output. */
export function createExitError({ name, lastLines }: RunningProcess, how: string, count = 15): UserError {
  const lines = lastLines().slice(-count);
  return new UserError([`${name} ${how}.`, ...lines.map((line) => `    ${line}`)].join('\n'));
}

/**
 * Every child runs in its own session: Ctrl-C reaches this process only, which stops the children in order. On Linux the kernel
 * sends the child its stop signal when this process is killed.
 */
function spawnProcess(options: CommandOptions, onLine: (line: string) => void): RunningProcess {
  const stopSignal = options.stopSignal ?? 'SIGTERM';
  const wrapper = checkDeathSignalSupport() ? ['setpriv', '--pdeathsig', stopSignal.replace('SIG', '')] : [];
  const [command = options.command, ...args] = [...wrapper, options.command, ...options.args];
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options.user,
  });
  const exited = waitForExit(child);
  const lines = collectLines(child, options.logFile, exited, onLine);
  return {
    name: options.name,
    pid: child.pid ?? 0,
    exited,
    lastLines: () => [...lines],
    kill: (signal) => void child.kill(signal),
    stop: () => stopChild(child, exited, stopSignal, options.stopTimeoutMs ?? 8000),
  };
}

function stopOnAbort(running: RunningProcess, signal: AbortSignal | undefined): () => void {
  const stop = () => void running.stop();
  signal?.addEventListener('abort', stop, { once: true });
  return () => signal?.removeEventListener('abort', stop);
}

let isDeathSignalSupported: boolean | undefined;
function checkDeathSignalSupport(): boolean {
  isDeathSignalSupported ??=
    spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return isDeathSignalSupported;
}

function collectLines(
  child: ChildProcess,
  logFile: string | undefined,
  exited: Promise<string>,
  onLine: (line: string) => void,
): string[] {
  const lines: string[] = [];
  const log = logFile ? openLogFile(logFile) : undefined;
  void exited.then(() => log?.end());
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log?.write(`${line}\n`);
      lines.push(line);
      if (lines.length > maxStoredLines) lines.shift();
      onLine(line);
    });
  }
  return lines;
}

function waitForExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
  });
}

async function stopChild(
  child: ChildProcess,
  exited: Promise<string>,
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await exited;
  clearTimeout(timer);
}
