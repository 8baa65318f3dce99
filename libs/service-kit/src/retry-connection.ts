import { setTimeout as delay } from 'node:timers/promises';

/** The connection failed before the request was sent, so any request can be sent again. */
const connectErrorCodes = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
]);

/** The connection was lost meanwhile, as those to a replica that has exited. A time-out is none: it would be waited for again. */
const lostErrorCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Waits before each further attempt, in milliseconds; another replica takes a new connection at once. */
const retryDelaysMs = [0, 100, 500];

const readCode = (error: unknown): string => {
  const { code, cause } = error as NodeJS.ErrnoException;
  return code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
};

/** Whether there was no connection to a service, or none that lasted until its answer. */
export const isConnectionError = (error: unknown): boolean =>
  connectErrorCodes.has(readCode(error)) || lostErrorCodes.has(readCode(error));

/**
 * Calls a service again when the connection to one of its replicas fails or is lost: three times at most, and after its request
 * was sent only if it is safe to repeat. Rejects with the error of the last call, or when the signal aborts a wait.
 * @param call gets whether it is a further one
 */
export async function retryConnection<T>(
  call: (isRepeated: boolean) => Promise<T>,
  { isSafe, signal }: { isSafe: boolean; signal?: AbortSignal | undefined },
): Promise<T> {
  for (const [attempt, delayMs] of retryDelaysMs.entries())
    try {
      return await call(attempt > 0);
    } catch (error) {
      const code = readCode(error);
      const isRepeatable = connectErrorCodes.has(code) || (isSafe && lostErrorCodes.has(code));
      if (!isRepeatable || signal?.aborted) throw error;
      await delay(delayMs, undefined, { ...(signal && { signal }) });
    }
  return call(true);
}
