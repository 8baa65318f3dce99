import type { ErrorBody, ErrorCode } from '@fareline/contracts';
import { messageFor, httpStatusFor } from '@fareline/contracts/errors';

/**
 * What refuses requests, as it is named in the log and in `limit_refusals_total`. Few, because each is a time series. `_client`: a
 * part of one client, of a limit for all.
 */
export const limitNames = [
  ...['connections', 'streams', 'streams_client', 'large_responses', 'large_responses_client'],
  ...['service_queue', 'csp_reports'],
  ...['page_reports', 'airline_logos'],
  ...[
    'overload_default',
    'overload_search',
    'overload_page',
    'overload_file',
    'overload_booking',
    'overload_client',
  ],
  ...[
    'provider_search',
    'provider_details',
    'provider_offers',
    'provider_booking',
    'provider_payment',
    'provider_watch',
    'provider_rate',
  ],
  ...[
    'provider_search_client',
    'provider_details_client',
    'provider_offers_client',
    'provider_booking_client',
    'provider_payment_client',
    'provider_watch_client',
  ],
  ...['search_queue', 'search_queue_client'],
  ...['form_requests', 'wrong_passwords', 'wrong_codes', 'hash_queue', 'hash_queue_client'],
  ...['mails', 'mail_queue', 'contact_queue'],
  ...['card_tries', 'card_declines', 'booking_requests', 'documents'],
  'staff_reads',
] as const;
export type LimitName = (typeof limitNames)[number];

export interface AppErrorOptions {
  /** Shown to the user instead of the code's default message. */
  message?: string;
  details?: Record<string, unknown>;
  fields?: ErrorBody['fields'];
  retryAfterSeconds?: number;
  /** The limit that refuses the request. */
  limit?: LimitName | undefined;
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
  readonly limit: LimitName | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? messageFor(code), { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limit = options.limit;
  }

  get status(): number {
    return httpStatusFor(this.code);
  }
}
