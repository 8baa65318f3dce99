/** What was asked of the sandbox, for tests that count calls. Kept in memory; orders and money are in the store. */
export interface LedgerEntry {
  method: string;
  path: string;
  at: string;
  status: number | null;
  fault?: string;
}

const KEEP = 20_000;

export class Ledger {
  #entries: LedgerEntry[] = [];
  #counts: Record<string, number> = {};

  /** Opens an entry; its status is filled in when the answer goes out, and stays null for one that never does. */
  begin(method: string, path: string, at: string): LedgerEntry {
    const entry: LedgerEntry = { method, path, at, status: null };
    this.#entries.push(entry);
    if (this.#entries.length > KEEP) this.#entries.shift();
    const key = `${method} ${path.split('/').map(mask).join('/')}`;
    this.#counts[key] = (this.#counts[key] ?? 0) + 1;
    const resource = path.split('/')[2] ?? path;
    this.#counts[resource] = (this.#counts[resource] ?? 0) + 1;
    return entry;
  }

  entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  counts(): Readonly<Record<string, number>> {
    return this.#counts;
  }

  clear(): void {
    this.#entries = [];
    this.#counts = {};
  }
}

const mask = (part: string): string => (/^[a-z]{3}_[A-Za-z0-9]{8,}$/.test(part) ? ':id' : part);
