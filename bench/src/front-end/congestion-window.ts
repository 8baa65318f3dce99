/** What fits into one packet. */
export const packetBytes = 1460;

/**
 * How much a sender may have under way: ten packets at first, then more by whatever is acknowledged (TCP's slow start). Nothing
 * is lost on this line, so it never shrinks.
 */
export class CongestionWindow {
  #bytes = 10 * packetBytes;
  #underWay = 0;
  #wake: (() => void) | undefined;

  async reserve(bytes: number): Promise<void> {
    while (this.#underWay + bytes > this.#bytes) await new Promise<void>((wake) => (this.#wake = wake));
    this.#underWay += bytes;
  }

  acknowledge(bytes: number): void {
    this.#underWay -= bytes;
    this.#bytes += bytes;
    this.#wake?.();
  }
}
