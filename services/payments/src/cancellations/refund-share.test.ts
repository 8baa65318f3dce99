import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundShare } from './refund-share.ts';

const refund = (
  refundAmount: string | null,
  orderAmount: string | null,
  refundCurrency: string | null = 'GBP',
) => ({
  refundAmount,
  refundCurrency,
  orderAmount,
  orderCurrency: 'GBP',
});

describe('refundShare', () => {
  it('[PROVIDER-40] gives nothing back when the airline does not say what comes back', () => {
    expect(refundShare(12300, refund(null, '100.00'))).toBeUndefined();
    expect(refundShare(12300, refund('50.00', null))).toBeUndefined();
    expect(refundShare(12300, refund('50.00', '100.00', 'USD'))).toBeUndefined();
    expect(refundShare(12300, refund('-1.00', '100.00'))).toBeUndefined();
    expect(refundShare(12300, refund('much', '100.00'))).toBeUndefined();
  });

  it('[D42] gives all of what was paid back for all of what the airline was paid, and nothing for nothing', () => {
    expect(refundShare(12300, refund('100.00', '100.00'))).toBe(12300);
    expect(refundShare(12300, refund('101.00', '100.00'))).toBe(12300);
    expect(refundShare(12300, refund('0.00', '100.00'))).toBe(0);
  });

  it('[D42] gives the same share, rounded down', () => {
    expect(refundShare(12300, refund('33.33', '100.00'))).toBe(4099);
  });

  it('[PROVIDER-40] never gives back more than was paid, and more for more', () => {
    const minor = fc.integer({ min: 1, max: 10_000_000 });
    const text = (value: number) => (value / 100).toFixed(2);
    fc.assert(
      fc.property(minor, minor, minor, (paid, back, whole) => {
        const share = refundShare(paid, refund(text(back), text(whole))) ?? -1;
        const more = refundShare(paid, refund(text(back + 1), text(whole))) ?? -1;
        return share >= 0 && share <= paid && more >= share;
      }),
    );
  });
});
