/** Marks a named point at which tests can kill the process. */
export type KillPoint = (name: string) => void;

/**
 * Kills the process with SIGKILL at the point named by KILL_POINT, which simulates a crash. Ignored in production.
 * (MONEY-25)
 */
export function createKillPoint(config: { NODE_ENV: string; KILL_POINT?: string | undefined }): KillPoint {
  const target = config.NODE_ENV === 'production' ? undefined : config.KILL_POINT;
  if (!target) return () => undefined;
  return (name) => {
    if (name === target) process.kill(process.pid, 'SIGKILL');
  };
}
