import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { CongestionWindow, packetBytes } from './congestion-window.ts';

/** Both directions of a visitor's line; all connections of one visitor share it. */
export interface NetworkProfile {
  rttMs: number;
  downBitsPerSecond: number;
  upBitsPerSecond: number;
}

/** So much of the line's time waits its turn in it: it stays busy although timers are late at times. */
const queueMs = 25;

interface Packet {
  at: number;
  deliver: () => void;
}

/** One direction: bytes leave one after the other at the line's rate and arrive half a round trip later, in order. */
class Direction {
  readonly #bytesPerMs: number;
  readonly #delayMs: number;
  readonly #onTheWay: Packet[] = [];
  #freeAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(bitsPerSecond: number, delayMs: number) {
    this.#bytesPerMs = bitsPerSecond / 8 / 1000;
    this.#delayMs = delayMs;
  }

  /** Calls `deliver` on arrival. Answers when the packet has left. */
  send(packet: Buffer, notBefore: number, deliver: () => void): number {
    this.#freeAt = Math.max(this.#freeAt, performance.now(), notBefore) + packet.length / this.#bytesPerMs;
    this.#onTheWay.push({ at: this.#freeAt + this.#delayMs, deliver });
    this.#wait();
    return this.#freeAt;
  }

  #wait(): void {
    const next = this.#onTheWay[0];
    if (!next || this.#timer) return;
    this.#timer = setTimeout(() => this.#arrive(), Math.max(0, next.at - performance.now()));
  }

  #arrive(): void {
    this.#timer = undefined;
    const now = performance.now();
    while (this.#onTheWay[0] && this.#onTheWay[0].at <= now) this.#onTheWay.shift()?.deliver();
    this.#wait();
  }
}

function* splitIntoPackets(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += packetBytes)
    yield bytes.subarray(start, start + packetBytes);
}

/** Makes connections of one line: what a server may write to and read from in place of the visitor's socket. */
export function createTrafficShaper(line: NetworkProfile): (socket: Socket) => Duplex {
  const oneWayMs = line.rttMs / 2;
  const up = new Direction(line.upBitsPerSecond, oneWayMs);
  const down = new Direction(line.downBitsPerSecond, oneWayMs);
  return (socket) => {
    socket.setNoDelay(true);
    // The handshake of TCP itself takes a round trip, which on this machine took none.
    const openAt = performance.now() + line.rttMs;
    const window = new CongestionWindow();

    async function toVisitor(bytes: Buffer): Promise<void> {
      for (const packet of splitIntoPackets(bytes)) {
        await window.reserve(packet.length);
        const leftAt = down.send(packet, openAt, () => {
          if (socket.writable) socket.write(packet);
          setTimeout(() => window.acknowledge(packet.length), oneWayMs);
        });
        // The server is asked for more shortly before this has left: what is wanted later does not queue behind it all.
        const earlyMs = leftAt - performance.now() - queueMs;
        if (earlyMs > 0) await wait(earlyMs);
      }
    }

    const shaped = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => void toVisitor(chunk).then(() => done(), done),
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
