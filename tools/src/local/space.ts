import { statfsSync } from 'node:fs';
import { Problem } from './problem.ts';

/** Throws a Problem when the disk of that folder has less room than so many bytes. */
export function assertSpace(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Problem(
    `There is too little space on the disk of ${folder}: ${Math.round(free / 1e6)} MB are free, ` +
      `${Math.round(needed / 1e6)} MB are needed. Free some, or set FARELINE_DATA to a folder on another disk.`,
  );
}
