import type { ErrorBody, ErrorCode } from '@fareline/contracts';
import { messageFor, httpStatusFor } from '@fareline/contracts/errors';

export interface AppErrorOptions {
  /** For the user, in place of the code's own sentence. */
  message?: string;
  details?: Record<string, unknown>;
  fields?: ErrorBody['fields'];
  retryAfterSeconds?: number;
  /** For the log only. */
  cause?: unknown;
}

/** A failure with a code. The answer carries the code and a sentence; the log gets the cause. */
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
