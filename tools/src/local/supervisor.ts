import { setTimeout as delay } from 'node:timers/promises';
import { indent, type ProgramOptions, type RunningProcess, startProgram } from './processes.ts';
import { Problem } from './problem.ts';

interface Entry {
  program: ProgramOptions;
  running?: RunningProcess;
  /** A start under way. */
  starting?: Promise<RunningProcess>;
  /** Told to stay down: its end is no accident. */
  halted: boolean;
}

/**
 * Holds the programs of one product. Until `settled` the end of any of them fails the start; after that a program that
 * dies is started again after a second, as the supervisor of a real installation does.
 */
export class Supervisor {
  readonly #entries = new Map<string, Entry>();
  readonly #stopping = new AbortController();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #report: (line: string) => void;
  readonly #firstDeath = Promise.withResolvers<never>();
  #settled = false;

  constructor(report: (line: string) => void) {
    this.#report = report;
    this.#firstDeath.promise.catch(() => undefined);
  }

  /** Fires when everything is to end; long steps of a start listen to it. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Rejects when a program dies before `settled`. */
  get died(): Promise<never> {
    return this.#firstDeath.promise;
  }

  /** Starts a program and keeps it running; resolves when it is ready. */
  async start(program: ProgramOptions): Promise<void> {
    const entry: Entry = { program, halted: false };
    this.#entries.set(program.name, entry);
    await this.#run(entry);
  }

  settled(): void {
    this.#settled = true;
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  pid(name: string): number | undefined {
    return this.#entry(name).running?.pid;
  }

  /** Sends a signal; what dies of it is started again. */
  async kill(name: string, signal: NodeJS.Signals): Promise<void> {
    const { running } = this.#entry(name);
    running?.kill(signal);
    await running?.ended;
  }

  /** Ends a program and leaves it down until `restart`. */
  async halt(name: string): Promise<void> {
    const entry = this.#entry(name);
    entry.halted = true;
    // It may be about to come back after an accident; two of it would want the same port.
    await entry.starting?.catch(() => undefined);
    await entry.running?.stop();
  }

  /** Ends a program if it runs, and starts it, with other settings if given. */
  async restart(name: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.halt(name);
    const entry = this.#entry(name);
    entry.program = { ...entry.program, env: { ...entry.program.env, ...env } };
    entry.halted = false;
    await this.#run(entry);
  }

  /** Ends everything, the last one started first, so that what a program needs outlives its calls in flight. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#pending);
    for (const entry of [...this.#entries.values()].reverse()) await entry.running?.stop();
  }

  /** Kills the programs that are still finishing calls; `stop` then ends the rest in order. */
  killDraining(): void {
    for (const { program, running } of this.#entries.values())
      if (program.endLimitMs) running?.kill('SIGKILL');
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`There is no ${name}; there are ${this.names().join(', ')}.`);
    return entry;
  }

  async #run(entry: Entry): Promise<void> {
    this.signal.throwIfAborted();
    const starting = startProgram({ ...entry.program, signal: this.signal });
    this.#pending.add(starting);
    entry.starting = starting;
    try {
      entry.running = await starting;
    } finally {
      this.#pending.delete(starting);
      delete entry.starting;
    }
    void this.#watch(entry, entry.running);
  }

  async #watch(entry: Entry, running: RunningProcess): Promise<void> {
    const how = await running.ended;
    if (entry.halted || this.signal.aborted || entry.running !== running) return;
    const account = [`${running.name} ended (${how}).`, ...indent(running.lastLines(), 15)];
    if (!this.#settled) {
      this.#firstDeath.reject(new Problem(account.join('\n')));
      return;
    }
    this.#report(account.join('\n'));
    await this.#revive(entry, running);
  }

  async #revive(entry: Entry, running: RunningProcess): Promise<void> {
    for (let waitMs = 1000; ; waitMs = Math.min(waitMs * 2, 30_000)) {
      await delay(waitMs, undefined, { signal: this.signal }).catch(() => undefined);
      // Somebody else halted it, has restarted it, or is about to.
      if (entry.halted || entry.starting || this.signal.aborted || entry.running !== running) return;
      try {
        await this.#run(entry);
        this.#report(`${running.name} runs again.`);
        return;
      } catch (error) {
        if (this.signal.aborted) return;
        this.#report(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
