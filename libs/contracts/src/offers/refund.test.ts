import { describe, expect, it } from 'vitest';
import { isCreditPossible, isRefundable, refundMinor, refundTerms } from './refund.ts';
import { sampleConditions } from '../testing/offers.ts';

const terms = (
  refundable: boolean | null,
  fee: string | null,
  feeCurrency: string | null,
  total: [amount: string, currency: string] = ['492.00', 'USD'],
) =>
  refundTerms({
    total_amount: total[0],
    total_currency: total[1],
    conditions: sampleConditions({
      refundable,
      refund_penalty_amount: fee,
      refund_penalty_currency: feeCurrency,
    }),
  });

describe('refund terms', () => {
  it.each([
    ['the airline gives no terms', null, null, null, 'unknown'],
    ['a refund is not allowed', false, null, null, 'none'],
    ['the fee is unknown', true, null, null, 'fee_unknown'],
    ['the fee has no currency', true, '75.00', null, 'fee_unknown'],
    ['the fee is not a number', true, 'some', 'USD', 'fee_unknown'],
    ['the fee is below 0', true, '-1.00', 'USD', 'fee_unknown'],
    ['the fee is known to be 0', true, '0.00', 'USD', 'full'],
    ['the fee is known to be 0 in another currency', true, '0', 'JPY', 'full'],
  ] as const)('[OFFER-12] where %s', (_, refundable, fee, currency, kind) =>
    expect(terms(refundable, fee, currency)).toEqual({ kind }),
  );

  it.each([
    ['less the fee', '75.00', 'USD', ['492.00', 'USD'], '417.00'],
    ['nothing where the fee is the whole price', '492', 'USD', ['492.00', 'USD'], '0.00'],
    ['nothing, and not less, where the fee is more than the price', '500', 'USD', ['492.00', 'USD'], '0.00'],
    ['in a currency without decimals', '6000', 'JPY', ['40000', 'JPY'], '34000'],
    ['in steps that a card can be given', '6.125', 'KWD', ['40.000', 'KWD'], '33.880'],
    ['no amount where the fee is in another currency', '60', 'GBP', ['492.00', 'USD'], null],
    ['no amount where the price is not a number', '60', 'USD', ['much', 'USD'], null],
  ] as const)('[OFFER-12] [REFUND-01] %s', (_, fee, feeCurrency, total, refund) =>
    expect(terms(true, fee, feeCurrency, [...total])).toEqual({ kind: 'less_fee', fee, feeCurrency, refund }),
  );

  it('[REFUND-02] promises no money where the airline is known to give credit, or has said so', () => {
    const conditions = sampleConditions({ refundable: true, refund_penalty_amount: '0.00' });
    const offer = { conditions, total_amount: '492.00', total_currency: 'USD' };
    const uncertain = { ...offer, conditions: { ...conditions, credit_possible: true } };
    expect(refundTerms(uncertain)).toEqual({ kind: 'credit_possible' });
    expect(refundTerms({ ...offer, refunded_as_credit: true })).toEqual({ kind: 'credit' });
    expect([isRefundable(conditions), isRefundable(uncertain.conditions)]).toEqual([true, false]);
    expect([isCreditPossible('ZZ', true), isCreditPossible('ZZ', false)]).toEqual([true, false]);
    expect(isCreditPossible('BA', true)).toBe(false);
  });

  it('[REFUND-01] is never below 0 nor above the paid amount', () => {
    const paid = { minor: 12300, currency: 'USD' };
    expect(refundMinor(paid, -100)).toBe(12300);
    expect(refundMinor(paid, 0)).toBe(12300);
    expect(refundMinor(paid, 99_999)).toBe(0);
  });

  it('[REFUND-01] [UNIT-01] is what a card can be given, in favour of the traveller', () => {
    expect(refundMinor({ minor: 40_000, currency: 'KWD' }, 6125)).toBe(33_880);
    expect(refundMinor({ minor: 40_000, currency: 'KWD' }, 39_999)).toBe(10);
    expect(refundMinor({ minor: 40_000, currency: 'KWD' }, 5)).toBe(40_000);
    expect(refundMinor({ minor: 500_000, currency: 'MGA' }, 12_345)).toBe(487_700);
    expect(refundMinor({ minor: 40_001, currency: 'JPY' }, 6125)).toBe(33_876);
  });
});
