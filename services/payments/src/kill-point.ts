/** Names a place at which a test lets the process die. */
export type KillPoint = (name: string) => void;

/**
 * Dies on the spot, as in a power cut, when the process was started with KILL_POINT set to this name. In production the
 * setting is not heard. (MONEY-25)
 */
export function createKillPoint(config: { NODE_ENV: string; KILL_POINT?: string | undefined }): KillPoint {
  const target = config.NODE_ENV === 'production' ? undefined : config.KILL_POINT;
  if (!target) return () => undefined;
  return (name) => {
    if (name === target) process.kill(process.pid, 'SIGKILL');
  };
}
