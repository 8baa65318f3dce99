import { readFileSync } from 'node:fs';
import { slope } from './statistics.ts';

/** The memory of a process with all of its threads that is not swapped out, in MB. It needs Linux. */
export function readMemoryMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1];
  return Number(kb) / 1024;
}

export interface Sample {
  atMs: number;
  mb: number;
}

/** The smallest value of a window is what is left after a collection of garbage. */
const windowMs = 15_000;
const hourMs = 3_600_000;

/** How fast the memory grows, in MB per hour. */
export function computeGrowth(samples: readonly Sample[]): number {
  const windows = Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / windowMs));
  const points = [...windows].map(
    ([window, all]) => [window * windowMs, Math.min(...all.map(({ mb }) => mb))] as const,
  );
  return slope(points) * hourMs;
}
