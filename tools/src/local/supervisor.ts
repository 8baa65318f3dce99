import { setTimeout as delay } from 'node:timers/promises';
import { createExitError, type ProgramOptions, type RunningProcess, startProgram } from './processes.ts';

interface Entry {
  program: ProgramOptions;
  running?: RunningProcess;
  /** While the program is starting; aborting it stops the program. */
  starting?: { work: Promise<RunningProcess>; stop: AbortController };
  /** Stopped on purpose, so it is not restarted. */
  isStopped: boolean;
}

/**
 * Supervises the programs of one product. Before `markStarted` the exit of any program fails the start; afterwards a program
 * that exits is restarted after a second, as a supervisor in production does.
 */
export class Supervisor {
  /** Prints a line for whoever started the product. */
  readonly log: (line: string) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #stopping = new AbortController();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #firstExit = Promise.withResolvers<never>();
  #isStarted = false;

  constructor(log: (line: string) => void) {
    this.log = log;
    this.#firstExit.promise.catch(() => undefined);
  }

  /** Aborts when `stopAll` is called. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Rejects when a program exits before `markStarted`. */
  get startFailure(): Promise<never> {
    return this.#firstExit.promise;
  }

  /** Starts a program and restarts it when it exits; resolves when it is ready. */
  async start(program: ProgramOptions): Promise<void> {
    const entry: Entry = { program: { ...program }, isStopped: false };
    this.#entries.set(program.name, entry);
    await this.#run(entry);
  }

  markStarted(): void {
    this.#isStarted = true;
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  pid(name: string): number | undefined {
    return this.#entry(name).running?.pid;
  }

  /** Sends a signal and waits for the exit; the program is restarted. */
  async kill(name: string, signal: NodeJS.Signals): Promise<void> {
    const { running } = this.#entry(name);
    running?.kill(signal);
    await running?.exited;
  }

  /** Stops a program until `restart` is called. */
  async stop(name: string): Promise<void> {
    const entry = this.#entry(name);
    entry.isStopped = true;
    // Two instances would use the same port, and a program that never becomes ready would be waited for forever.
    entry.starting?.stop.abort();
    await entry.starting?.work.catch(() => undefined);
    await entry.running?.stop();
  }

  /** Stops the program if it is running and starts it; `env` is merged into its environment. */
  async restart(name: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.stop(name);
    const entry = this.#entry(name);
    entry.program.env = { ...entry.program.env, ...env };
    entry.isStopped = false;
    await this.#run(entry);
  }

  program(name: string): ProgramOptions {
    return this.#entry(name).program;
  }

  /** Stops all programs in reverse order, so that calls in flight can still use their dependencies. */
  async stopAll(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#pending);
    for (const entry of [...this.#entries.values()].reverse()) await entry.running?.stop();
  }

  /** Kills the programs that are still draining; `stopAll` then stops the others in order. */
  killDraining(): void {
    for (const { program, running } of this.#entries.values())
      if (program.stopTimeoutMs) running?.kill('SIGKILL');
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`Unknown program ${name}; the programs are ${this.names().join(', ')}.`);
    return entry;
  }

  async #run(entry: Entry): Promise<void> {
    this.signal.throwIfAborted();
    const stop = new AbortController();
    const signal = AbortSignal.any([this.signal, stop.signal]);
    const work = startProgram({ ...entry.program, signal }, this.log);
    this.#pending.add(work);
    entry.starting = { work, stop };
    try {
      entry.running = await work;
    } finally {
      this.#pending.delete(work);
      delete entry.starting;
    }
    void this.#watch(entry, entry.running);
  }

  async #watch(entry: Entry, running: RunningProcess): Promise<void> {
    const result = await running.exited;
    if (entry.isStopped || this.signal.aborted || entry.running !== running) return;
    const error = createExitError(running, `exited (${result})`);
    if (!this.#isStarted) return this.#firstExit.reject(error);
    this.log(error.message);
    await this.#restartAfterExit(entry, running);
  }

  async #restartAfterExit(entry: Entry, running: RunningProcess): Promise<void> {
    for (let waitMs = 1000; ; waitMs = Math.min(waitMs * 2, 30_000)) {
      await delay(waitMs, undefined, { signal: this.signal }).catch(() => undefined);
      // Another call has stopped or restarted it meanwhile, or is restarting it.
      if (entry.isStopped || entry.starting || this.signal.aborted || entry.running !== running) return;
      try {
        await this.#run(entry);
        this.log(`${running.name} is running again.`);
        return;
      } catch (error) {
        if (this.signal.aborted) return;
        this.log(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
