const periodMs = 10_000;

/** Waits as long as `work` takes, and logs every 10 s what is waited for, how long already and where its log is. */
export async function logWhileWaiting<T>(
  work: Promise<T>,
  log: (line: string) => void,
  getStatus: () => string,
  logFile?: string,
): Promise<T> {
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    log(`  … still waiting: ${getStatus()}, ${seconds} s${logFile ? `, log ${logFile}` : ''}`);
  }, periodMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
