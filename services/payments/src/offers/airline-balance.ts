import type { Mode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { Deps } from '../deps.ts';
import { openReviewCase } from '../review-cases/review-case.repository.ts';

const kind = 'airline_balance';

/**
 * Alerts an operator and stops authorisations of the mode: the balance from which orders are paid does not cover one, so that every
 * booking would be refused after the card was asked. (LEDGER-08)
 */
export async function reportInsufficientBalance({ db, log }: Deps, mode: Mode): Promise<void> {
  const isNew = await openReviewCase(db, {
    ...{ kind, subject: mode, mode, bookingId: null, paymentId: null },
    summary:
      'The balance at the flight provider does not cover an order. No card is asked until you have topped it up and closed this case.',
  });
  if (isNew)
    log.fatal({ alert: kind, mode }, 'the balance at the flight provider is too low, bookings are stopped');
}

/** Throws PAYMENT_UNAVAILABLE while the balance of the mode is known to be too low. (LEDGER-08) */
export async function assertAirlineBalance({ db }: Pick<Deps, 'db'>, mode: Mode): Promise<void> {
  const open = await db
    .selectFrom('review_cases')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', mode)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (open)
    throw new AppError('PAYMENT_UNAVAILABLE', {
      message:
        'We cannot take bookings right now. Nothing was charged. Please try again later, or contact us.',
    });
}
