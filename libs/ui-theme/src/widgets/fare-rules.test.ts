import { sampleConditions, sampleOffer } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import { describeFareRules } from './fare-rules.tsx';

/** A fare more than a day after the booking, where its own rule decides. */
const byFare = { created_at: '2026-11-20T10:00:00Z', cancellability: 'by_fare' } as const;

const describeFor = (refundable: boolean | null, fee: string | null, currency: string | null = 'USD') =>
  describeFareRules(
    sampleOffer({
      total_amount: '492.00',
      conditions: sampleConditions({
        refundable,
        refund_penalty_amount: fee,
        refund_penalty_currency: fee && currency,
      }),
    }),
    byFare,
  ).find(({ kind }) => kind === 'refund')?.text;

it.each([
  ['is not refundable', false, null, 'No refund - if you cancel, nothing comes back'],
  ['may be refundable', null, null, 'The airline does not say whether this fare can be refunded'],
  ['has an unknown fee', true, null, 'Refundable fare - the airline does not say what fee it keeps'],
  ['has no fee', true, '0.00', 'Refundable fare - you can cancel for a full refund'],
  [
    'has a fee',
    true,
    '75.00',
    'Refundable fare - if you cancel, the airline keeps a fee of $75 and $417 comes back',
  ],
  [
    'has a fee as high as the price',
    true,
    '492',
    'Refundable fare - the airline’s fee of $492 can be as high as the price',
  ],
])('[OFFER-12] describes a fare that %s', (_, refundable, fee, text) =>
  expect(describeFor(refundable, fee)).toBe(text),
);

it('[REFUND-02] promises no money of a fare that may come back, or comes back, as credit', () => {
  const conditions = sampleConditions({ refundable: true, credit_possible: true });
  const offer = sampleOffer({ conditions });
  expect(describeFareRules(offer, byFare)[2]).toEqual({
    ...{ kind: 'refund', isPositive: false },
    text: 'Refundable fare - if you cancel, the airline says whether it gives back money or credit for a later flight',
  });
  expect(describeFareRules({ ...offer, refunded_as_credit: true }, byFare)[2]?.text).toBe(
    'No money back - if you cancel, the airline gives credit for a later flight, and nothing to your card',
  );
});

it('[OFFER-12] names a fee in another currency without the amount that comes back', () =>
  expect(describeFor(true, '60.00', 'GBP')).toBe(
    'Refundable fare - if you cancel, the airline keeps a fee of £60 and the rest comes back',
  ));

it.each([
  [null, null, 'The airline does not say whether this fare can be changed'],
  [false, null, 'No changes - the flights of this fare cannot be changed'],
  [true, null, 'Changes allowed, fees may apply'],
  [true, '0.00', 'Free changes - the airline asks no fee'],
  [true, '75.00', 'Changes allowed, fees may apply - the airline’s is $75'],
])('[OFFER-12] [PROMISE-03] says of changes (%s, fee %s) "%s"', (changeable, fee, text) => {
  const conditions = sampleConditions({
    changeable,
    change_penalty_amount: fee,
    change_penalty_currency: fee && 'USD',
  });
  const rules = describeFareRules(sampleOffer({ conditions }), byFare);
  expect(rules.map(({ kind }) => kind)).toEqual(['bags', 'changes', 'refund']);
  expect(rules[1]).toEqual({ kind: 'changes', text, isPositive: changeable === true });
});
