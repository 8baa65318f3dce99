import { sampleConditions, sampleOffer } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import { describeRefund } from './refund.ts';

const describeFor = (refundable: boolean | null, fee: string | null, currency: string | null = 'USD') =>
  describeRefund(
    sampleOffer({
      total_amount: '492.00',
      conditions: sampleConditions({
        refundable,
        refund_penalty_amount: fee,
        refund_penalty_currency: fee && currency,
      }),
    }),
  );

it.each([
  ['is not refundable', false, null, undefined],
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

it('[OFFER-12] names a fee in another currency without the amount that comes back', () =>
  expect(describeFor(true, '60.00', 'GBP')).toBe(
    'Refundable fare - if you cancel, the airline keeps a fee of £60 and the rest comes back',
  ));
