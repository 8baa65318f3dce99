import type { ErrorCode } from '@fareline/contracts';
import { AppError, type AppErrorOptions } from '@fareline/service-kit/app-error';

/** An AppError in a form that can be sent to another thread or stored for other replicas. */
export interface SerialisedError extends Pick<
  AppErrorOptions,
  'details' | 'fields' | 'retryAfterSeconds' | 'limit'
> {
  code: ErrorCode;
  message: string;
}

export function serialiseError(error: unknown): SerialisedError {
  const { code, message, details, fields, retryAfterSeconds, limit } =
    error instanceof AppError ? error : new AppError('INTERNAL_ERROR');
  return { code, message, details, fields, retryAfterSeconds, limit };
}

/** Restores the error; `cause` becomes the message of its cause, which is not serialised. */
export const deserialiseError = ({ code, ...options }: SerialisedError, cause: string): AppError =>
  new AppError(code, { ...options, cause: new Error(cause) });
