import { fork } from 'node:child_process';
import { once } from 'node:events';
import { addStop } from './programs.ts';

/** Searches, each from another client, until the seconds are over or an amount is sent. */
export interface Load {
  url: string;
  /** Sent in turn. */
  bodies: readonly string[];
  connections: number;
  seconds?: number;
  /** Each connection sends one search. */
  isBurst?: boolean;
  /** Searches per second, however fast they are answered; by default each connection sends the next one after a response. */
  rate?: number;
}

export interface LoadResult {
  /** Latencies in milliseconds by status. */
  times: Record<number, number[]>;
  sent: number;
  /** Refusals (429, 503) without Retry-After. */
  withoutRetryAfter: number;
  /** From the first request to the last response. */
  seconds: number;
  /** CPU time of the generator meanwhile, as a share of one core. */
  cpuShare: number;
}

/** Sends a load; the signal ends one at a rate before its time. */
export type Generator = (load: Load, signal?: AbortSignal) => Promise<LoadResult>;

/** Starts a generator in a process of its own, so that it does not delay the measurements; loading it is not part of them. */
export async function startGenerator(): Promise<Generator> {
  const child = fork(new URL('./load-process.ts', import.meta.url));
  addStop(async () => void child.kill());
  await once(child, 'message');
  return async (load, signal) => {
    child.send(load);
    signal?.addEventListener('abort', () => child.send('stop'), { once: true });
    const [result] = (await once(child, 'message')) as [LoadResult];
    return result;
  };
}
