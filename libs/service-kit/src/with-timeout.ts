/** No result within the timeout; the work may still take effect. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** Rejects with a TimeoutError after the timeout. The work is not aborted; its late result or error is ignored. */
export async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no response within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
