import { AppError } from '@fareline/service-kit/app-error';

/** Throws PROVIDER_UNAVAILABLE, with the cause for the log; for `catch` of a call to a provider on which a person waits. */
export function throwUnavailable(cause: unknown): never {
  throw new AppError('PROVIDER_UNAVAILABLE', { cause });
}
