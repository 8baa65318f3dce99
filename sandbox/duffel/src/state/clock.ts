/** The sandbox's clock: the system time plus the offset that tests have added. */
export class Clock {
  #offset = 0;
  readonly #source: () => number;

  constructor(source: () => number = Date.now) {
    this.#source = source;
  }

  now(): number {
    return this.#source() + this.#offset;
  }

  iso(at = this.now()): string {
    return new Date(at).toISOString();
  }

  today(): string {
    return this.iso().slice(0, 10);
  }

  advance(ms: number): void {
    this.#offset += ms;
  }

  reset(): void {
    this.#offset = 0;
  }
}
