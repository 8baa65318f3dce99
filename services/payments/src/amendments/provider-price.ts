import { cardStepMinor, parseMinor } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { Booking } from '../bookings/booking.repository.ts';
import { deductReturned } from '../refunds/calculate-refund.ts';
import { isDisputed, sumAdvances, sumLeft } from '../refunds/paid-payments.ts';
import { findChargedPayments } from '../refunds/read-charges.ts';
import { sumChanges, type StoredChange } from './amendment.repository.ts';
import type { Deps } from '../deps.ts';

interface ProviderPrice {
  /** Signed: below zero it comes back. */
  amount: string;
  currency: string;
  penalty: string | null;
  isCredit: boolean;
}

/** What of the money that a change brings can reach the card, in minor units. */
export interface Returnable {
  leftMinor: number;
  /** What support has paid in advance of what comes back. */
  advanceMinor: number;
  /** It has no charge to which money can come back now. */
  isHeld: boolean;
}

/** A change that brings no money. */
export const nothingReturned: Returnable = { leftMinor: 0, advanceMinor: 0, isHeld: false };

export async function readReturnable(deps: Deps, booking: Booking): Promise<Returnable> {
  const payments = await findChargedPayments(deps, booking.id);
  const { advance } = await sumChanges(deps.db, booking);
  return {
    leftMinor: sumLeft(payments),
    advanceMinor: sumAdvances(payments, advance),
    isHeld: payments[0]?.state !== 'captured' || payments.some(isDisputed),
  };
}

type ChangePrice = Pick<
  StoredChange,
  'charge_minor' | 'refund_minor' | 'advance_minor' | 'credit_minor' | 'penalty_minor' | 'currency'
>;

/**
 * What a change costs or brings the traveller, in minor units: what the airline asks, without markup, in steps that cards take, and
 * nothing where no card takes as little; what it brings less advances, and no more than is left. Throws BOOKING_NOT_CHANGEABLE for another currency than the booking's. (D49)
 */
export function toChangePrice(
  { cardGateway }: Pick<Deps, 'cardGateway'>,
  { currency }: Pick<Booking, 'currency'>,
  returnable: Returnable,
  price: ProviderPrice,
): ChangePrice {
  const minor = parseMinor(price.amount, currency);
  if (minor === undefined || price.currency !== currency)
    throw new AppError('BOOKING_NOT_CHANGEABLE', { cause: new Error('a price in another currency') });
  const step = cardStepMinor(currency);
  const returned = Math.max(0, -minor);
  const charge = { minor: Math.ceil(Math.max(0, minor) / step) * step, currency };
  return {
    charge_minor: cardGateway.isBelowMinimum(charge) ? 0 : charge.minor,
    ...deductReturned(price.isCredit ? 0 : Math.floor(returned / step) * step, returnable),
    credit_minor: price.isCredit ? returned : 0,
    penalty_minor: price.penalty === null ? null : (parseMinor(price.penalty, currency) ?? null),
    currency,
  };
}
