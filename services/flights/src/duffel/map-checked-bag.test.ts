import { describe, expect, it } from 'vitest';
import { mapCheckedBag } from './map-checked-bag.ts';
import { rawOfferSchema } from './raw-offer.ts';

interface Bag {
  type?: string;
  metadata?: object | null;
  passenger_ids?: string[] | null;
  segment_ids?: string[] | null;
  total_amount?: string | null;
  total_currency?: string;
}

const adult = { id: 'pas_1', type: 'adult' };
const child = { id: 'pas_2', type: 'child' };
const lap = { id: 'pas_3', type: 'infant_without_seat' };
const checked = [{ type: 'checked', quantity: 1 }];

/** There with two flights, back with one; `bags` of each flight by traveller. */
function checkedBag(
  passengers: { id: string; type: string }[],
  baggages: (segment: string, passenger: string) => { type: string; quantity: number }[],
  services: Bag[] = [],
) {
  const segment = (id: string) => ({
    id,
    passengers: passengers.map(({ id: passenger_id }) => ({
      passenger_id,
      baggages: baggages(id, passenger_id),
    })),
  });
  return mapCheckedBag(
    rawOfferSchema.parse({
      ...{ id: 'off_1', total_amount: '100.00', total_currency: 'USD', passengers },
      expires_at: '2030-01-01T00:00:00Z',
      slices: [
        { id: 'sli_1', segments: [segment('out_1'), segment('out_2')] },
        { id: 'sli_2', segments: [segment('back')] },
      ],
      available_services: services.map((service, index) => ({
        ...{ id: `ase_${index}`, type: 'baggage', metadata: { type: 'checked' }, total_currency: 'USD' },
        ...service,
      })),
    }),
  );
}

const none = () => [];
const out = (passenger: string, total_amount: string | null): Bag => ({
  passenger_ids: [passenger],
  segment_ids: ['out_1', 'out_2'],
  total_amount,
});
const back = (passenger: string, total_amount: string): Bag => ({
  ...{ passenger_ids: [passenger], segment_ids: ['back'], total_amount },
});
const unknown = { status: 'unknown', total_amount: null };

describe('a checked bag', () => {
  it('[D40] is included where everybody with a seat has one on every flight', () => {
    expect(checkedBag([adult, child], () => checked)).toEqual({ status: 'included', total_amount: null });
    const seated = (_segment: string, passenger: string) => (passenger === lap.id ? [] : checked);
    expect(checkedBag([adult, lap], seated).status).toBe('included');
  });

  it.each([
    ['one flight is without', (segment: string) => (segment === 'back' ? [] : checked)],
    ['one traveller is without', (_: string, passenger: string) => (passenger === child.id ? [] : checked)],
    ['there are none of it', () => [{ type: 'checked', quantity: 0 }]],
    ['it is for the cabin', () => [{ type: 'carry_on', quantity: 1 }]],
  ])('[D40] is not included where %s', (_what, baggages) => {
    expect(checkedBag([adult, child], baggages)).toEqual(unknown);
  });

  it('[MONEY-06] costs the cheapest one of each traveller and slice, as the airline asks', () => {
    const services = [
      out(adult.id, '50.00'),
      out(adult.id, '30.10'),
      back(adult.id, '20.00'),
      out(child.id, '25.00'),
      back(child.id, '15.05'),
    ];
    expect(checkedBag([adult, child, lap], none, services)).toEqual({
      status: 'paid',
      total_amount: '90.15',
    });
  });

  it('[MONEY-06] for the whole journey counts once, and only where it costs less', () => {
    const whole = (total_amount: string) => ({
      ...out(adult.id, total_amount),
      segment_ids: ['out_1', 'out_2', 'back'],
    });
    const each = [out(adult.id, '30.00'), back(adult.id, '20.00')];
    expect(checkedBag([adult], none, [whole('40.00')]).total_amount).toBe('40.00');
    expect(checkedBag([adult], none, [whole('40.00'), ...each]).total_amount).toBe('40.00');
    expect(checkedBag([adult], none, [whole('60.00'), ...each]).total_amount).toBe('50.00');
  });

  it.each([
    ['one slice has none', [out(adult.id, '30.00')]],
    [
      'one goes on a part of the way',
      [{ ...out(adult.id, '30.00'), segment_ids: ['out_1'] }, back(adult.id, '9.00')],
    ],
    ['one has no price', [out(adult.id, null), back(adult.id, '9.00')]],
    ['one is priced in words', [out(adult.id, 'free'), back(adult.id, '9.00')]],
    [
      'one is in another currency',
      [{ ...out(adult.id, '30.00'), total_currency: 'EUR' }, back(adult.id, '9.00')],
    ],
    [
      'one is for the cabin',
      [{ ...out(adult.id, '30.00'), metadata: { type: 'carry_on' } }, back(adult.id, '9.00')],
    ],
    ['one is not described', [{ ...out(adult.id, '30.00'), metadata: null }, back(adult.id, '9.00')]],
    ['one is a seat', [{ ...out(adult.id, '30.00'), type: 'seat' }, back(adult.id, '9.00')]],
    [
      'nobody is told whose it is',
      [{ ...out(adult.id, '30.00'), passenger_ids: null }, back(adult.id, '9.00')],
    ],
  ])('[D40] is unknown where %s', (_what, services) => {
    expect(checkedBag([adult], none, services)).toEqual(unknown);
  });

  it('[D40] is unknown where one of two travellers has no price', () => {
    expect(checkedBag([adult, child], none, [out(adult.id, '30.00'), back(adult.id, '9.00')])).toEqual(
      unknown,
    );
  });
});
