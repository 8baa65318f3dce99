/** Marks a named point at which tests can kill the process. */
export type KillPoint = (name: string) => void;

/**
 * Kills the process at the point named by KILL_POINT, which simulates a crash, or stops it until SIGCONT, which simulates a stall.
 * Ignored in production. (MONEY-25, REVIEW-05)
 */
export function createKillPoint(config: {
  NODE_ENV: string;
  KILL_POINT?: string | undefined;
  KILL_SIGNAL?: 'SIGKILL' | 'SIGSTOP';
}): KillPoint {
  const target = config.NODE_ENV === 'production' ? undefined : config.KILL_POINT;
  if (!target) return () => undefined;
  return (name) => {
    if (name === target) process.kill(process.pid, config.KILL_SIGNAL ?? 'SIGKILL');
  };
}
