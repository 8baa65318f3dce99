import { cardStepMinor, parseMinor } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { Booking } from '../bookings/booking.repository.ts';
import type { StoredChange } from './amendment.repository.ts';
import type { Deps } from '../deps.ts';

interface ProviderPrice {
  /** Signed: below zero it comes back. */
  amount: string;
  currency: string;
  penalty: string | null;
  isCredit: boolean;
}

/**
 * What a change costs or brings the traveller, in minor units: what the airline asks, without markup, in steps that cards take, and
 * nothing where no card takes as little. Throws BOOKING_NOT_CHANGEABLE for another currency than the booking's. (D49)
 */
export function toChangePrice(
  { cardGateway }: Pick<Deps, 'cardGateway'>,
  { currency }: Pick<Booking, 'currency'>,
  price: ProviderPrice,
): Pick<StoredChange, 'charge_minor' | 'refund_minor' | 'credit_minor' | 'penalty_minor' | 'currency'> {
  const minor = parseMinor(price.amount, currency);
  if (minor === undefined || price.currency !== currency)
    throw new AppError('BOOKING_NOT_CHANGEABLE', { cause: new Error('a price in another currency') });
  const step = cardStepMinor(currency);
  const returned = Math.max(0, -minor);
  const charge = { minor: Math.ceil(Math.max(0, minor) / step) * step, currency };
  return {
    charge_minor: cardGateway.isBelowMinimum(charge) ? 0 : charge.minor,
    refund_minor: price.isCredit ? 0 : Math.floor(returned / step) * step,
    credit_minor: price.isCredit ? returned : 0,
    penalty_minor: price.penalty === null ? null : (parseMinor(price.penalty, currency) ?? null),
    currency,
  };
}
