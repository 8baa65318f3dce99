/** One received request, for tests that count calls. Kept in memory only; orders are in the store. */
export interface LedgerEntry {
  method: string;
  path: string;
  at: string;
  status: number | null;
  fault?: string;
}

const MAX_ENTRIES = 20_000;

export class Ledger {
  #entries: LedgerEntry[] = [];

  /** Adds an entry. Its status is set when the response is sent, and stays null if none is sent. */
  begin(method: string, path: string, at: string): LedgerEntry {
    const entry: LedgerEntry = { method, path, at, status: null };
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    return entry;
  }

  entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }
}
