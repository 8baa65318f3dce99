import { sampleOffer } from '@fareline/contracts/testing';
import { expect, it, vi } from 'vitest';
import { describePurchase } from './describe-purchase.ts';
import type { Payment } from './payment.repository.ts';

const payment = {
  ...{ purchase_kind: 'offer', purchase_id: 'off_1', mode: 'live', visitor_hash: 'hash', user_id: null },
  brand: 'sun-hop-holidays',
} as Payment;

it('names flight, brand and days until the departure, and nothing of the travellers', () => {
  const offer = sampleOffer();
  const [slice] = offer.slices;
  const departure = slice?.segments[0]?.departing_at?.slice(0, 10) ?? '';
  vi.useFakeTimers({ now: Date.parse(`${departure}T12:00:00Z`) });
  expect(describePurchase(payment, { flights: offer })).toEqual({
    description: `Flights ${slice?.origin.iata_code}-${slice?.destination.iata_code} ${departure}`,
    statementSuffix: 'SUN-HOP-HO',
    metadata: {
      ...{ offer_id: 'off_1', brand: 'sun-hop-holidays', mode: 'live', visitor: 'hash', is_guest: 'true' },
      ...{ passengers: String(offer.passengers.length), departure_in_days: '0' },
    },
  });
  vi.useRealTimers();
});

it.each(['default', '2024'])('leaves the statement to the account for the brand %s', (brand) => {
  const { statementSuffix } = describePurchase({ ...payment, brand }, { flights: sampleOffer() });
  expect(statementSuffix).toBeUndefined();
});
