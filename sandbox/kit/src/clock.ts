import type { Collection, Store } from './store.ts';

/** The sandbox's clock: the system time plus the offset that tests have added, which the store keeps. */
export class Clock {
  readonly #offsets: Collection<number>;
  readonly #source: () => number;

  constructor(store: Store, source: () => number = Date.now) {
    this.#offsets = store.collection('clock');
    this.#source = source;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#source() + this.#getOffset();
  }

  /** Whole seconds since the epoch. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  iso(at = this.now()): string {
    return new Date(at).toISOString();
  }

  advance(ms: number): void {
    this.#offsets.put('offset', this.#getOffset() + ms);
  }

  #getOffset(): number {
    return this.#offsets.get('offset') ?? 0;
  }
}
