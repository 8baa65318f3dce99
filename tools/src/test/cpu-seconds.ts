import { existsSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * Processor seconds, user and system, of a process and of its children that have ended, with theirs. From `/proc/<pid>/stat`, whose
 * second field is a name in parentheses.
 */
export function parseCpuSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).map(Number);
  return ticks.reduce((sum, value) => sum + value) / ticksPerSecond;
}

/** Those of a process, by default of this one; NaN where the system does not tell. */
export function readCpuSeconds(pid: number | 'self' = 'self'): number {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) ? parseCpuSeconds(readFileSync(file, 'utf8')) : NaN;
}
