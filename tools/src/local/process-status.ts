import { readFileSync } from 'node:fs';

/** Whether a process with this id exists, also one of another user. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The start time of a process in clock ticks, which differs when the id is reused; undefined where /proc does not exist. */
export function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Whether the process with this id and start time is still running; false when the id was reused. */
export function isSameProcess(pid: number, start: string | undefined): boolean {
  return isProcessRunning(pid) && (!start || readStartTime(pid) === start);
}
