import { AppError } from '@fareline/service-kit/app-error';

/** For `catch` of a call to a provider, on which a person waits: throws PROVIDER_UNAVAILABLE, with the cause for the log. */
export function throwUnavailable(cause: unknown): never {
  throw new AppError('PROVIDER_UNAVAILABLE', { cause });
}
