import type { ErrorCode } from '@fareline/contracts';
import { AppError, type AppErrorOptions } from '@fareline/service-kit/app-error';

/** An AppError on its way to another thread or replica. */
export interface SerialisedError extends Pick<AppErrorOptions, 'details' | 'fields' | 'retryAfterSeconds'> {
  code: ErrorCode;
  message: string;
}

export function serialiseError(error: unknown): SerialisedError {
  const { code, message, details, fields, retryAfterSeconds } =
    error instanceof AppError ? error : new AppError('INTERNAL_ERROR');
  return { code, message, details, fields, retryAfterSeconds };
}

/** The failure as an error again. Its cause stayed behind: `cause` says where. */
export const deserialiseError = ({ code, ...options }: SerialisedError, cause: string): AppError =>
  new AppError(code, { ...options, cause: new Error(cause) });
