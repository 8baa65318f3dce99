/** One received request, for tests that count calls. Kept in memory only; orders and payments are in the store. */
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
  #counts: Record<string, number> = {};

  /** Adds an entry. Its status is set when the response is sent, and stays null if none is sent. */
  begin(method: string, path: string, at: string): LedgerEntry {
    const entry: LedgerEntry = { method, path, at, status: null };
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    const key = `${method} ${path.split('/').map(maskId).join('/')}`;
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

const maskId = (part: string): string => (/^[a-z]{3}_[A-Za-z0-9]{8,}$/.test(part) ? ':id' : part);
