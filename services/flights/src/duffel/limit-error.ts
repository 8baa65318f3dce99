import type { Reached } from '@fareline/service-kit/limits/per-window';
import { AppError } from '@fareline/service-kit/app-error';
import type { BudgetCall, CallLimit } from './budget-call.ts';

/** What is not possible now, and what is possible meanwhile. */
const messages: Record<
  BudgetCall['share'],
  { client: string; all: string; next: string; meanwhile: string }
> = {
  search: {
    client: 'Many searches were started from your connection within a minute.',
    all: 'Flight search is busy right now.',
    next: 'A new search can start',
    meanwhile: 'Searches of the last minutes still open at once.',
  },
  offers: {
    client: 'Many flights were opened from your connection within a minute.',
    all: 'Many travellers are opening flights right now.',
    next: 'This one can be opened',
    meanwhile: 'Meanwhile you can compare the flights of your search.',
  },
  details: {
    client: 'Many fare rules and seat maps were opened from your connection within a minute.',
    all: 'Many travellers are opening flights right now.',
    next: 'These can be opened',
    meanwhile: 'Meanwhile you can compare the flights of your search.',
  },
  booking: {
    client: 'Many seat maps were opened from your connection within a minute.',
    all: 'Many travellers are booking right now.',
    next: 'We can ask the airline again',
    meanwhile: 'What you entered stays here.',
  },
  payment: {
    client: 'Many payments were started from your connection within a minute. Nothing was charged.',
    all: 'Many travellers are booking right now. Nothing was charged.',
    next: 'You can pay',
    meanwhile: 'What you entered stays here.',
  },
  watch: {
    client: 'Many offers are being checked.',
    all: 'Many offers are being checked.',
    next: 'The next check can start',
    meanwhile: 'The offers stay as they are.',
  },
};

/** The limits are per minute. The margin of their window is shorter than a call waits before it is refused. */
const maxRetryAfterSeconds = 60;

/**
 * The error over a limit, which says when to try again and what the visitor can do meanwhile: TOO_MANY_REQUESTS over a limit of
 * the client, else SEARCH_BUSY. (PROVIDER-07, LIMIT-02)
 */
export function toLimitError(share: BudgetCall['share'], { waitMs, limit }: Reached<CallLimit>): AppError {
  const retryAfterSeconds = Math.min(Math.ceil(waitMs / 1000), maxRetryAfterSeconds);
  const { client, all, next, meanwhile } = messages[share];
  const seconds = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
  return new AppError(limit.isOfClient ? 'TOO_MANY_REQUESTS' : 'SEARCH_BUSY', {
    message: `${limit.isOfClient ? client : all} ${next} in ${seconds}. ${meanwhile}`,
    retryAfterSeconds,
    limit: limit.isOfClient ? `provider_${share}_client` : `provider_${share}`,
    cause: new Error(`the limit of ${limit.max} provider calls (${limit.key}) is used up`),
  });
}
