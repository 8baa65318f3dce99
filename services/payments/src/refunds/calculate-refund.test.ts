import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateRefund, deductReturned } from './calculate-refund.ts';

const paid = { minor: 12300, currency: 'GBP' };
const createQuote = (
  refundAmount: string | null,
  order: string | null,
  refundCurrency: string | null = 'GBP',
) => ({
  refundAmount,
  refundCurrency,
  orderAmount: order,
  orderCurrency: 'GBP',
});

describe('calculateRefund', () => {
  it.each([
    ['the airline states no refund amount', createQuote(null, '100.00')],
    ['the order amount is not known', createQuote('50.00', null)],
    ['the quote is in another currency', createQuote('50.00', '100.00', 'USD')],
    ['the quote is below 0', createQuote('-1.00', '100.00')],
    ['the quote is not an amount', createQuote('much', '100.00')],
    ['the order amount is 0', createQuote('0.00', '0.00')],
    ['the order amount is not an amount', createQuote('50.00', 'much')],
    ['neither amount is known', createQuote(null, null, null)],
  ])('[PROVIDER-40] returns undefined when %s', (_, refund) =>
    expect(calculateRefund(paid, refund)).toBeUndefined(),
  );

  it('[PROVIDER-40] returns undefined when the card was charged in another currency than the order', () => {
    expect(
      calculateRefund({ minor: 12300, currency: 'USD' }, createQuote('50.00', '100.00')),
    ).toBeUndefined();
    const inOtherCurrency = { ...createQuote('50.00', '100.00'), orderCurrency: 'USD' };
    expect(calculateRefund(paid, inOtherCurrency)).toBeUndefined();
  });

  it.each([
    ['the full amount when the airline keeps nothing', '100.00', 12300],
    ['at most the full amount when the airline refunds more than the order amount', '101.00', 12300],
    ['the amount less the fee, including the markup', '33.33', 5633],
    ['the markup when the airline keeps the whole order amount', '0.00', 2300],
  ])('[REFUND-01] returns %s', (_, refundAmount, expected) =>
    expect(calculateRefund(paid, createQuote(refundAmount, '100.00'))).toBe(expected),
  );

  it('[REFUND-01] is between 0 and the amount paid and grows with the refund of the airline', () => {
    const minor = fc.integer({ min: 1, max: 10_000_000 });
    const toAmount = (value: number) => (value / 100).toFixed(2);
    fc.assert(
      fc.property(minor, minor, minor, (paidMinor, refundAmount, order) => {
        const amount = (value: number) =>
          calculateRefund(
            { minor: paidMinor, currency: 'GBP' },
            createQuote(toAmount(value), toAmount(order)),
          ) ?? -1;
        return (
          amount(refundAmount) >= 0 &&
          amount(refundAmount) <= paidMinor &&
          amount(refundAmount + 1) >= amount(refundAmount)
        );
      }),
    );
  });
});

it.each([
  [24_500, { lostMinor: 0, advanceMinor: 0, leftMinor: 30_000 }, 24_500, 0],
  [24_500, { lostMinor: 10_000, advanceMinor: 4_000, leftMinor: 30_000 }, 10_500, 4_000],
  [24_500, { lostMinor: 22_000, advanceMinor: 4_000, leftMinor: 30_000 }, 0, 2_500],
  [24_500, { lostMinor: 30_000, advanceMinor: 4_000, leftMinor: 30_000 }, 0, 0],
  [24_500, { advanceMinor: 4_000, leftMinor: 11_310 }, 11_310, 4_000],
  [24_500, { advanceMinor: 0, leftMinor: 0 }, 0, 0],
])(
  '[REFUND-02] [LEDGER-06] [LEDGER-13] of %i with %j %i still comes back, and %i did in advance',
  (minor, returned, refund_minor, advance_minor) =>
    expect(deductReturned(minor, returned)).toEqual({ refund_minor, advance_minor }),
);
