import { readFileSync } from 'node:fs';

/** Whether a process of that id exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** What tells a process from a later one of the same id: its start in clock ticks; undefined where the system does not say. */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces; the start is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Whether the process that was noted with that id and start still runs, and not a later one of the same id. */
export function isSameProcess(pid: number, start: string | undefined): boolean {
  return isAlive(pid) && (!start || startOf(pid) === start);
}
