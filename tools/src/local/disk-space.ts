import { statfsSync } from 'node:fs';
import { UserError } from './user-error.ts';

/** Throws a UserError when the disk of the folder has less than `needed` bytes free. */
export function assertDiskSpace(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new UserError(
    `There is too little space on the disk of ${folder}: ${Math.round(free / 1e6)} MB are free, ` +
      `${Math.round(needed / 1e6)} MB are needed. Free some, or set FARELINE_DATA to a folder on another disk.`,
  );
}
