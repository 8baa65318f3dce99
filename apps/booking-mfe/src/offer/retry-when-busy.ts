import { ResponseError } from '@fareline/contracts/client';

const maxRetries = 3;
/** Above the minute in which limits count. */
const maxRetryAfterSeconds = 75;

/** The seconds after which a call that was refused can succeed, if the service names them and they are not too many to wait. */
export function getRetryAfterSeconds(failure: unknown): number | undefined {
  const response =
    failure instanceof Error && failure.cause instanceof ResponseError ? failure.cause : failure;
  const seconds = response instanceof ResponseError ? response.retryAfterSeconds : undefined;
  return seconds !== undefined && seconds <= maxRetryAfterSeconds ? seconds : undefined;
}

/** Options of a query that is repeated after the time that a busy service names. (PROVIDER-07) */
export const retryWhenBusy = {
  retry: (failures: number, failure: Error) =>
    getRetryAfterSeconds(failure) !== undefined && failures < maxRetries,
  retryDelay: (_failures: number, failure: Error) => (getRetryAfterSeconds(failure) ?? 0) * 1000,
};

/** Whether a later attempt can succeed, however long it takes until then. */
export const isBusyFailure = (failure: unknown): boolean =>
  failure instanceof ResponseError && failure.retryAfterSeconds !== undefined;
