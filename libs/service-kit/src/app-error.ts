import type { ErrorBody, ErrorCode } from '@fareline/contracts';
import { messageFor, httpStatusFor } from '@fareline/contracts/errors';

export interface AppErrorOptions {
  /** Shown to the user instead of the code's default message. */
  message?: string;
  details?: Record<string, unknown>;
  fields?: ErrorBody['fields'];
  retryAfterSeconds?: number;
  /** Logged, never sent to the client. */
  cause?: unknown;
}

/** An error with a code of the contracts: the response has its code and message, the log its cause. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly fields: ErrorBody['fields'];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? messageFor(code), { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return httpStatusFor(this.code);
  }
}
