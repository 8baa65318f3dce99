import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { CongestionWindow, packetBytes } from './congestion-window.ts';

/** Latency and bandwidth of a simulated network, which all connections share. */
export interface NetworkProfile {
  rttMs: number;
  downBitsPerSecond: number;
  upBitsPerSecond: number;
}

/** Transmission time that is queued in advance, so that the link stays busy when timers are late. */
const queueMs = 25;

interface Packet {
  arrivesAt: number;
  deliver: () => void;
}

/** One direction of the link: packets leave in order at its bandwidth and arrive half a round trip later. */
class Direction {
  readonly #bytesPerMs: number;
  readonly #delayMs: number;
  readonly #inFlight: Packet[] = [];
  #freeAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(bitsPerSecond: number, delayMs: number) {
    this.#bytesPerMs = bitsPerSecond / 8 / 1000;
    this.#delayMs = delayMs;
  }

  /** Queues a packet and calls `deliver` on arrival. Returns the time at which the packet leaves. */
  send(packet: Buffer, notBefore: number, deliver: () => void): number {
    this.#freeAt = Math.max(this.#freeAt, performance.now(), notBefore) + packet.length / this.#bytesPerMs;
    this.#inFlight.push({ arrivesAt: this.#freeAt + this.#delayMs, deliver });
    this.#schedule();
    return this.#freeAt;
  }

  #schedule(): void {
    const next = this.#inFlight[0];
    if (!next || this.#timer) return;
    this.#timer = setTimeout(() => this.#arrive(), Math.max(0, next.arrivesAt - performance.now()));
  }

  #arrive(): void {
    this.#timer = undefined;
    const now = performance.now();
    while (this.#inFlight[0] && this.#inFlight[0].arrivesAt <= now) this.#inFlight.shift()?.deliver();
    this.#schedule();
  }
}

function* splitIntoPackets(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += packetBytes)
    yield bytes.subarray(start, start + packetBytes);
}

/** Returns a function that wraps client sockets in streams with the latency and bandwidth of the profile, which they share. */
export function createTrafficShaper(profile: NetworkProfile): (socket: Socket) => Duplex {
  const oneWayMs = profile.rttMs / 2;
  const up = new Direction(profile.upBitsPerSecond, oneWayMs);
  const down = new Direction(profile.downBitsPerSecond, oneWayMs);
  return (socket) => {
    socket.setNoDelay(true);
    // A TCP handshake takes one round trip, which the local connection did not.
    const openAt = performance.now() + profile.rttMs;
    const window = new CongestionWindow();

    async function sendToClient(bytes: Buffer): Promise<void> {
      for (const packet of splitIntoPackets(bytes)) {
        await window.reserve(packet.length);
        const leftAt = down.send(packet, openAt, () => {
          if (socket.writable) socket.write(packet);
          setTimeout(() => window.acknowledge(packet.length), oneWayMs);
        });
        // Accepts more data shortly before this packet leaves, so that later responses do not queue behind all of it.
        const aheadMs = leftAt - performance.now() - queueMs;
        if (aheadMs > 0) await wait(aheadMs);
      }
    }

    const shaped = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => void sendToClient(chunk).then(() => done(), done),
      final: (done) => void socket.end(done),
      destroy(error, done) {
        socket.destroy();
        done(error);
      },
    });
    socket.on('data', (chunk) => {
      for (const packet of splitIntoPackets(chunk))
        up.send(packet, openAt, () => !shaped.destroyed && shaped.push(packet));
    });
    socket.on('close', () => shaped.destroy());
    socket.on('error', () => shaped.destroy());
    return shaped;
  };
}
