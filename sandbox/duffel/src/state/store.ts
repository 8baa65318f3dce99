import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

interface Line {
  c: string;
  id: string;
  v: unknown;
}

/** Records of one kind, in the order of their first write. */
export interface Collection<T> {
  get(id: string): T | undefined;
  all(): T[];
  /** Writes a record; with `durable` it is flushed to the disk before this returns. */
  put(id: string, value: T, durable?: boolean): void;
  remove(id: string): void;
}

/**
 * The sandbox's state as an append-only file of JSON lines: the last line of a record is its current value, null removes
 * it, and an incomplete line of a killed process is ignored. Without a file the state is kept in memory only.
 */
export class Store {
  readonly #collections = new Map<string, Map<string, unknown>>();
  readonly #path: string | null;
  #file: number | null = null;

  constructor(path: string | null) {
    this.#path = path;
    if (!path) return;
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) for (const line of readFileSync(path, 'utf8').split('\n')) this.#replay(line);
    this.#compact(path);
  }

  collection<T>(name: string): Collection<T> {
    const records = this.#records(name);
    return {
      get: (id) => records.get(id) as T | undefined,
      all: () => [...records.values()] as T[],
      put: (id, value, durable = false) => {
        this.#append({ c: name, id, v: value }, durable);
        records.set(id, value);
      },
      remove: (id) => {
        this.#append({ c: name, id, v: null }, false);
        records.delete(id);
      },
    };
  }

  clear(): void {
    for (const records of this.#collections.values()) records.clear();
    if (this.#path) this.#compact(this.#path);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #records(name: string): Map<string, unknown> {
    let records = this.#collections.get(name);
    if (!records) this.#collections.set(name, (records = new Map()));
    return records;
  }

  #replay(text: string): void {
    if (!text) return;
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      return;
    }
    if (line.v === null) this.#records(line.c).delete(line.id);
    else this.#records(line.c).set(line.id, line.v);
  }

  #compact(path: string): void {
    this.close();
    const lines: string[] = [];
    for (const [c, records] of this.#collections)
      for (const [id, v] of records) lines.push(`${JSON.stringify({ c, id, v } satisfies Line)}\n`);
    writeFileSync(`${path}.new`, lines.join(''));
    renameSync(`${path}.new`, path);
    this.#file = openSync(path, 'a');
  }

  #append(line: Line, durable: boolean): void {
    if (this.#file === null) return;
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    if (durable) fdatasyncSync(this.#file);
  }
}
