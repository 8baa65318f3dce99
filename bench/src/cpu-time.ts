import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let ticksPerSecond: number | undefined;

/**
 * The CPU time that all threads of a process have used so far, in seconds, of the program and of the kernel for it. It does not depend on which
 * process got a core first. It needs Linux.
 */
export function readCpuSeconds(pid: number): number {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  // The name, in parentheses, may contain spaces. The user and system times are fields 14 and 15. (man proc_pid_stat)
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
