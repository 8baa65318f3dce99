import { ResponseError } from './client.ts';

/** How long a refused call is repeated, from its first refusal. */
const maxTotalMs = 5 * 60_000;
const maxBackoffMs = 20_000;
const maxJitterMs = 15_000;
/** Used when the response of a busy search names no time. */
const defaultRetryAfterSeconds = 3;

/** The error response: the failure itself or the cause of an error with a message for the visitor. */
function findResponse(failure: unknown): ResponseError | undefined {
  const response =
    failure instanceof Error && failure.cause instanceof ResponseError ? failure.cause : failure;
  return response instanceof ResponseError ? response : undefined;
}

/** The seconds after which a call that a limit or a busy service refused can succeed; undefined for other failures. (PROVIDER-07) */
export function getRetryAfterSeconds(failure: unknown): number | undefined {
  const response = findResponse(failure);
  if (!response || ![429, 503].includes(response.status)) return undefined;
  return (
    response.retryAfterSeconds ?? (response.code === 'SEARCH_BUSY' ? defaultRetryAfterSeconds : undefined)
  );
}

/** Whether a limit of the visitor's connection was reached, and not one of all visitors. (LIMIT-02) */
export const isOwnLimit = (failure: unknown): boolean => findResponse(failure)?.status === 429;

/** Why a limit or a busy service refused a call, as the start of a sentence to the visitor. (LIMIT-02) */
export const describeRefusal = (failure: unknown): string =>
  isOwnLimit(failure) ? 'Many requests came from your connection' : 'The site is busy right now';

const nextTries = new WeakMap<object, number>();

/**
 * When the call is repeated, in milliseconds since 1970, always the same for the same failure. Never before Retry-After, with
 * exponential backoff, and with jitter, because all clients that were refused at once are told the same Retry-After.
 */
function planNextTry(failures: number, failure: Error): number {
  const planned = nextTries.get(failure);
  if (planned !== undefined) return planned;
  const waitMs = Math.max(
    (getRetryAfterSeconds(failure) ?? 0) * 1000,
    Math.min(1000 * 2 ** failures, maxBackoffMs),
  );
  const jitterMs = Math.random() * Math.min(3000 + 2000 * failures, maxJitterMs);
  const next = Date.now() + waitMs + jitterMs;
  nextTries.set(failure, next);
  return next;
}

/** When a query repeats its call after this failure, in milliseconds since 1970; undefined if it has not planned to. */
export const getNextTryAt = (failure: unknown): number | undefined =>
  nextTries.get(Object(failure) as object);

/** Options of a query that repeats a refused call by itself for five minutes. (PROVIDER-07) */
export function retryWhenBusy() {
  let firstFailureAt = 0;
  return {
    retry: (failures: number, failure: Error): boolean => {
      if (failures === 0) firstFailureAt = Date.now();
      return (
        getRetryAfterSeconds(failure) !== undefined &&
        planNextTry(failures, failure) <= firstFailureAt + maxTotalMs
      );
    },
    retryDelay: (failures: number, failure: Error): number =>
      Math.max(0, planNextTry(failures, failure) - Date.now()),
  };
}
