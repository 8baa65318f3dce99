import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Records of one kind, in the order of their first write. Changes are on disk after the next commit of the store. */
export interface Collection<T> {
  get(id: string): T | undefined;
  all(): T[];
  put(id: string, value: T): void;
  remove(id: string): void;
}

/** The new value of a record, null for a removal. */
type Change = [collection: string, id: string, value: unknown];

/**
 * The state of a sandbox: in memory and, with a file, as an append-only journal of commits, one JSON line each. A commit is
 * written by a single call, so after a crash it is complete or missing; an incomplete last line is ignored on reading. Only this
 * user can read it: mails in it have links that sign in.
 */
export class Store {
  readonly #collections = new Map<string, Map<string, unknown>>();
  readonly #path: string | undefined;
  #journal: number | undefined;
  #pending: Change[] = [];

  constructor(path?: string) {
    this.#path = path;
    if (!path) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (existsSync(path)) for (const line of readFileSync(path, 'utf8').split('\n')) this.#replay(line);
    this.#compact();
  }

  collection<T>(name: string): Collection<T> {
    const records = this.#getRecords(name);
    return {
      get: (id) => records.get(id) as T | undefined,
      all: () => [...records.values()] as T[],
      put: (id, value) => {
        records.set(id, value);
        this.#pending.push([name, id, value]);
      },
      remove: (id) => {
        if (records.delete(id)) this.#pending.push([name, id, null]);
      },
    };
  }

  /** Writes all changes since the last commit; to be called before a response that confirms them is sent. */
  commit(): void {
    if (this.#journal !== undefined && this.#pending.length > 0)
      writeSync(this.#journal, `${JSON.stringify(this.#pending)}\n`);
    this.#pending = [];
  }

  clear(): void {
    for (const records of this.#collections.values()) records.clear();
    this.#compact();
  }

  close(): void {
    if (this.#journal !== undefined) closeSync(this.#journal);
    this.#journal = undefined;
  }

  #getRecords(name: string): Map<string, unknown> {
    let records = this.#collections.get(name);
    if (!records) this.#collections.set(name, (records = new Map()));
    return records;
  }

  #replay(line: string): void {
    try {
      for (const [name, id, value] of JSON.parse(line) as Change[])
        if (value === null) this.#getRecords(name).delete(id);
        else this.#getRecords(name).set(id, value);
    } catch {
      // The line of a process that was killed while it wrote.
    }
  }

  /** Replaces the journal by one commit with the whole state, to limit its size. */
  #compact(): void {
    this.#pending = [];
    if (!this.#path) return;
    this.close();
    const changes = [...this.#collections].flatMap(([name, records]) =>
      [...records].map(([id, value]): Change => [name, id, value]),
    );
    const next = `${this.#path}.new`;
    // One that a killed process left would keep its mode.
    rmSync(next, { force: true });
    writeFileSync(next, `${JSON.stringify(changes)}\n`, { mode: 0o600 });
    renameSync(next, this.#path);
    this.#journal = openSync(this.#path, 'a');
  }
}
