/** Payload of one TCP packet. */
export const packetBytes = 1460;

/**
 * TCP slow start: limits the bytes in flight to ten packets, and grows by the acknowledged bytes. The simulated network loses no
 * packets, so the window never shrinks.
 */
export class CongestionWindow {
  #bytes = 10 * packetBytes;
  #inFlight = 0;
  #wake: (() => void) | undefined;

  /** Waits until the window has room for these bytes. */
  async reserve(bytes: number): Promise<void> {
    while (this.#inFlight + bytes > this.#bytes) await new Promise<void>((wake) => (this.#wake = wake));
    this.#inFlight += bytes;
  }

  acknowledge(bytes: number): void {
    this.#inFlight -= bytes;
    this.#bytes += bytes;
    this.#wake?.();
  }
}
