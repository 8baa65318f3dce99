import type { ErrorCode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { StoredFailure } from './db/schema.ts';

/** What is stored of an error, for the response to a repeated request. */
export const toStoredFailure = ({ code, message, details, fields }: AppError): StoredFailure => ({
  code,
  message,
  ...(details ? { details } : {}),
  ...(fields ? { fields } : {}),
});

/** Recreates the error of a stored failure. */
export const fromStoredFailure = ({ code, ...options }: StoredFailure): AppError =>
  new AppError(code as ErrorCode, options);
