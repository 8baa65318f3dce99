import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateRefund } from './calculate-refund.ts';

const paid = { minor: 12300, currency: 'GBP' };
const quote = (back: string | null, order: string | null, refundCurrency: string | null = 'GBP') => ({
  refundAmount: back,
  refundCurrency,
  orderAmount: order,
  orderCurrency: 'GBP',
});

describe('quotedRefund', () => {
  it.each([
    ['the airline does not say what comes back', quote(null, '100.00')],
    ['what the airline was paid is not known', quote('50.00', null)],
    ['the quote is in another currency', quote('50.00', '100.00', 'USD')],
    ['the quote is below 0', quote('-1.00', '100.00')],
    ['the quote is no amount', quote('much', '100.00')],
    ['the airline was paid nothing', quote('0.00', '0.00')],
  ])('[PROVIDER-40] is undefined where %s', (_, refund) =>
    expect(calculateRefund(paid, refund)).toBeUndefined(),
  );

  it('[PROVIDER-40] is undefined where the card was charged in another currency than the airline was paid', () => {
    expect(calculateRefund({ minor: 12300, currency: 'USD' }, quote('50.00', '100.00'))).toBeUndefined();
  });

  it.each([
    ['all of it where the airline keeps nothing', '100.00', 12300],
    ['all of it and not more where the airline gives more than it got', '101.00', 12300],
    ['less the fee, the markup included', '33.33', 5633],
    ['the markup where the airline keeps all it was paid', '0.00', 2300],
  ])('[REFUND-01] is %s', (_, back, expected) =>
    expect(calculateRefund(paid, quote(back, '100.00'))).toBe(expected),
  );

  it('[REFUND-01] is never below 0 and never more than was paid, and more for more', () => {
    const minor = fc.integer({ min: 1, max: 10_000_000 });
    const text = (value: number) => (value / 100).toFixed(2);
    fc.assert(
      fc.property(minor, minor, minor, (paidMinor, back, order) => {
        const amount = (value: number) =>
          calculateRefund({ minor: paidMinor, currency: 'GBP' }, quote(text(value), text(order))) ?? -1;
        return amount(back) >= 0 && amount(back) <= paidMinor && amount(back + 1) >= amount(back);
      }),
    );
  });
});
