import { airlineError, invalidField } from '../http/errors.ts';
import { toCents } from '../state/money.ts';
import type { PaymentInput } from './order-input.ts';

const PAYMENT_TYPES = ['balance', 'arc_bsp_cash'];

export const priceChanged = () =>
  airlineError(
    422,
    'price_changed',
    'Price changed',
    'The provided offer is no longer available for the same price, please retrieve the offer again to get the latest pricing information.',
  );

export const wrongAmount = (pointer: string) =>
  invalidField(
    `${pointer}/amount`,
    'payment_amount_does_not_match_order_amount',
    'The amount provided in the payment does not match the total_amount of the order',
  );

/** Throws Duffel's error for a way to pay that it does not have, or another currency than the order's. */
export function checkMeans({ type, currency }: PaymentInput, orderCurrency: string, pointer: string): void {
  if (!PAYMENT_TYPES.includes(type))
    throw invalidField(
      `${pointer}/type`,
      'validation_inclusion',
      "Field 'type' must be one of: arc_bsp_cash, balance",
    );
  if (currency !== orderCurrency)
    throw invalidField(
      `${pointer}/currency`,
      'payment_currency_does_not_match_order_currency',
      'The currency provided in the payment does not match the total_currency of the order',
    );
}

/** Throws Duffel's error for a payment of anything but the amount due. */
export function checkPayment(payment: PaymentInput, dueCents: number, currency: string): void {
  checkMeans(payment, currency, '/payment');
  if (toCents(payment.amount) !== dueCents) throw wrongAmount('/payment');
}
