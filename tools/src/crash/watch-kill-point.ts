import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Supervisor } from '../local/supervisor.ts';
import type { CrashCase } from './cases.ts';

function isStopped(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
}

/** Kills the victim when payments stops at its kill point for the first time, and lets payments go on. */
export function watchKillPoint(supervisor: Supervisor, victim: CrashCase['victim']) {
  const programs = victim === 'redis' ? ['redis-cache', 'redis-jobs'] : [victim];
  let isOver = false;
  let isKilled = false;
  async function check(): Promise<void> {
    const pid = supervisor.pid('payments');
    if (!pid || !isStopped(pid)) return;
    if (!isKilled) {
      isKilled = true;
      await Promise.all(programs.map((name) => supervisor.kill(name, 'SIGKILL')));
      if (victim === 'payments') return;
    }
    process.kill(pid, 'SIGCONT');
  }
  const watching = (async () => {
    while (!isOver) {
      // The process may be gone.
      await check().catch(() => undefined);
      await delay(20);
    }
  })();
  return {
    /** Whether the point was reached. */
    async stop(): Promise<boolean> {
      isOver = true;
      await watching;
      return isKilled;
    },
  };
}
