import { AppError } from '@fareline/service-kit/app-error';
import { ResponseTooLargeError } from '@fareline/service-kit/call-with-limits';
import { TimeoutError } from '@fareline/service-kit/with-timeout';
import { z } from 'zod';

/** Purpose of the call: a status has different meanings for a search and for an offer. */
export type CallKind = 'search' | 'batch search' | 'batch' | 'offer' | 'seat maps';

/** A failure that may not occur again: a read or a search may be retried. */
export class TransientError extends AppError {
  constructor(cause: unknown) {
    super('PROVIDER_UNAVAILABLE', { cause });
  }
}

/** The provider does not offer searches in batches to the account. */
export class BatchesRefusedError extends AppError {
  constructor(cause: unknown) {
    super('PROVIDER_UNAVAILABLE', { cause });
  }
}

const sdkErrorSchema = z.object({
  status: z.number().int(),
  errors: z
    .array(
      z.object({
        code: z.string().nullish(),
        source: z.object({ pointer: z.string() }).nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
  headers: z
    .custom<Headers>((value) => typeof Object(value).get === 'function')
    .nullish()
    .catch(null),
});

/** Codes of an offer that can no longer be booked, whatever the status. */
const offerGoneCodes = new Set([
  'offer_no_longer_available',
  'offer_expired',
  'offer_request_already_booked',
  'order_creation_already_attempted',
  'not_found',
]);

/** Statuses of a call that exists for other accounts only, or no longer; an invalid token has 401. */
const refusedStatuses = new Set([403, 404, 405, 410]);

/** The provider goes by its own clock: in the west a day is over for it in the afternoon. */
const refusedDateMessage =
  'The airlines do not sell this date: it is over, ends within hours, or is more than about a year away. Please choose another date.';

/** The provider sends the end of its rate limit window as an HTTP date. */
function secondsUntilRateLimitReset(headers: Headers | null | undefined): number {
  const seconds = Math.ceil((Date.parse(headers?.get('ratelimit-reset') ?? '') - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 60) : 5;
}

const isOfferCall = (kind: CallKind): boolean => kind === 'offer' || kind === 'seat maps';

export function toProviderError(thrown: unknown, kind: CallKind): AppError {
  const unavailable = (cause: unknown) => new AppError('PROVIDER_UNAVAILABLE', { cause });
  if (thrown instanceof TimeoutError || thrown instanceof ResponseTooLargeError) return unavailable(thrown);
  const parsed = sdkErrorSchema.safeParse(thrown);
  // No status: no connection, a truncated response or no JSON. A batch is not retried then, as its offers are sent only once.
  if (!parsed.success) return kind === 'batch' ? unavailable(thrown) : new TransientError(thrown);
  const { status, errors, headers } = parsed.data;
  const code = errors?.[0]?.code ?? undefined;
  const cause = new Error(`the provider returned ${status} ${code ?? 'without a code'}`, { cause: thrown });
  if (status === 429)
    return new AppError('SEARCH_BUSY', {
      retryAfterSeconds: secondsUntilRateLimitReset(headers),
      limit: 'provider_rate',
      cause,
    });
  if (
    isOfferCall(kind) &&
    (status === 404 || status === 410 || (code !== undefined && offerGoneCodes.has(code)))
  )
    return new AppError('OFFER_UNAVAILABLE', { cause });
  if (kind === 'batch search' && (refusedStatuses.has(status) || code === 'unavailable_feature'))
    return new BatchesRefusedError(cause);
  if ((kind === 'search' || kind === 'batch search') && (status === 400 || status === 422)) {
    const pointers = (errors ?? []).flatMap(({ source }) => source?.pointer ?? []);
    const isDate = pointers.length > 0 && pointers.every((pointer) => pointer.endsWith('/departure_date'));
    const fields = pointers.map((path) => ({ path, message: 'The airlines cannot search for this.' }));
    return new AppError('VALIDATION_ERROR', {
      message: isDate
        ? refusedDateMessage
        : 'The airlines cannot search for this. Please check the airports and dates.',
      fields,
      cause,
    });
  }
  return status === 500 || status === 502 || status === 503 ? new TransientError(cause) : unavailable(cause);
}
