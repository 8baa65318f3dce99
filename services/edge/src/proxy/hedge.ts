import { Readable } from 'node:stream';
import type { ServiceResponse } from './service-pool.ts';

/**
 * A cached search is answered within milliseconds, so after this long the replica has stopped, or the search is cold and a second call
 * only waits for the first at flights. The other calls have as long to answer after the first response.
 */
const hedgeDelayMs = 1_000;

const maxCalls = 3;

/** Rejections of requests, such as an invalid one or a limit of the client, are the same at all replicas; other errors may not be. */
const isFinal = ({ status }: ServiceResponse): boolean => status < 500;

function discard({ body }: ServiceResponse): void {
  if (body instanceof Readable) body.destroy();
}

/**
 * Calls again each time that the delay has passed without a response, and returns the first response that is no server error, so that a
 * replica that has stopped delays a search by a second instead of the 65 of its time-out (hedged requests). An error is returned only when all calls have
 * failed. Calls that are unanswered a delay after the response are aborted by their signals. (LIMIT-06)
 */
export function hedge(
  call: (signal: AbortSignal, isRepeated: boolean) => Promise<ServiceResponse>,
  delayMs = hedgeDelayMs,
): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const unanswered = new Set<AbortController>();
    let [started, isAnswered] = [0, false];
    let timer: NodeJS.Timeout | undefined;

    function settle(answer: () => void): void {
      isAnswered = true;
      clearTimeout(timer);
      if (unanswered.size > 0)
        setTimeout(() => unanswered.forEach((controller) => controller.abort()), delayMs).unref();
      answer();
    }
    function start(): void {
      const controller = new AbortController();
      unanswered.add(controller);
      const isRepeated = started > 0;
      started += 1;
      timer = started < maxCalls ? setTimeout(start, delayMs) : undefined;
      call(controller.signal, isRepeated).then(
        (response) => {
          unanswered.delete(controller);
          if (!isAnswered && (isFinal(response) || unanswered.size === 0)) settle(() => resolve(response));
          else discard(response);
        },
        (error: unknown) => {
          unanswered.delete(controller);
          if (!isAnswered && unanswered.size === 0) settle(() => reject(error as Error));
        },
      );
    }
    start();
  });
}
