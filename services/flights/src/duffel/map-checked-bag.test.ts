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
const lapInfant = { id: 'pas_3', type: 'infant_without_seat' };
const checked = [{ type: 'checked', quantity: 1 }];

/** Maps a round trip with two segments out and one back; `baggages` returns the bags by segment and passenger. */
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

const noBags = () => [];
const out = (passenger: string, total_amount: string | null): Bag => ({
  passenger_ids: [passenger],
  segment_ids: ['out_1', 'out_2'],
  total_amount,
});
const back = (passenger: string, total_amount: string): Bag => ({
  ...{ passenger_ids: [passenger], segment_ids: ['back'], total_amount },
});
const unknown = { status: 'unknown', total_amount: null };

describe('mapCheckedBag', () => {
  it('[PROVIDER-08] returns included if every seated passenger has a bag on every segment', () => {
    expect(checkedBag([adult, child], () => checked)).toEqual({ status: 'included', total_amount: null });
    const seated = (_segment: string, passenger: string) => (passenger === lapInfant.id ? [] : checked);
    expect(checkedBag([adult, lapInfant], seated).status).toBe('included');
  });

  it.each([
    ['one segment has none', (segment: string) => (segment === 'back' ? [] : checked)],
    ['one traveller has none', (_: string, passenger: string) => (passenger === child.id ? [] : checked)],
    ['the quantity is 0', () => [{ type: 'checked', quantity: 0 }]],
    ['it is a cabin bag', () => [{ type: 'carry_on', quantity: 1 }]],
  ])('[PROVIDER-08] does not return included if %s', (_name, baggages) => {
    expect(checkedBag([adult, child], baggages)).toEqual(unknown);
  });

  it('[MONEY-06] adds up the airline’s lowest price of each traveller and slice', () => {
    const services = [
      out(adult.id, '50.00'),
      out(adult.id, '30.10'),
      back(adult.id, '20.00'),
      out(child.id, '25.00'),
      back(child.id, '15.05'),
    ];
    expect(checkedBag([adult, child, lapInfant], noBags, services)).toEqual({
      status: 'paid',
      total_amount: '90.15',
    });
  });

  it('[MONEY-06] counts a bag for the whole itinerary once, if it is cheaper', () => {
    const itineraryBag = (total_amount: string) => ({
      ...out(adult.id, total_amount),
      segment_ids: ['out_1', 'out_2', 'back'],
    });
    const sliceBags = [out(adult.id, '30.00'), back(adult.id, '20.00')];
    expect(checkedBag([adult], noBags, [itineraryBag('40.00')]).total_amount).toBe('40.00');
    expect(checkedBag([adult], noBags, [itineraryBag('40.00'), ...sliceBags]).total_amount).toBe('40.00');
    expect(checkedBag([adult], noBags, [itineraryBag('60.00'), ...sliceBags]).total_amount).toBe('50.00');
  });

  it('[MONEY-06] adds up prices only where a traveller has no bag included', () => {
    const onReturn = (segment: string) => (segment === 'back' ? [] : checked);
    expect(checkedBag([adult], onReturn, [back(adult.id, '20.00')]).total_amount).toBe('20.00');
    const exceptSecond = (segment: string) => (segment === 'out_2' ? [] : checked);
    expect(checkedBag([adult], exceptSecond, [out(adult.id, '30.00')]).total_amount).toBe('30.00');
    const ofAdult = (_segment: string, passenger: string) => (passenger === adult.id ? checked : []);
    const ofChild = [out(child.id, '25.00'), back(child.id, '15.00')];
    expect(checkedBag([adult, child], ofAdult, ofChild).total_amount).toBe('40.00');
    expect(checkedBag([adult, child], ofAdult, [out(adult.id, '30.00')])).toEqual(unknown);
  });

  it.each([
    ['one slice has no bag', [out(adult.id, '30.00')]],
    [
      'one bag is valid for part of a slice',
      [{ ...out(adult.id, '30.00'), segment_ids: ['out_1'] }, back(adult.id, '9.00')],
    ],
    ['one bag has no price', [out(adult.id, null), back(adult.id, '9.00')]],
    ['one price is not a number', [out(adult.id, 'free'), back(adult.id, '9.00')]],
    [
      'one bag has another currency',
      [{ ...out(adult.id, '30.00'), total_currency: 'EUR' }, back(adult.id, '9.00')],
    ],
    [
      'one bag is a cabin bag',
      [{ ...out(adult.id, '30.00'), metadata: { type: 'carry_on' } }, back(adult.id, '9.00')],
    ],
    ['one bag has no metadata', [{ ...out(adult.id, '30.00'), metadata: null }, back(adult.id, '9.00')]],
    ['one service is a seat', [{ ...out(adult.id, '30.00'), type: 'seat' }, back(adult.id, '9.00')]],
    [
      'one bag has no passenger',
      [{ ...out(adult.id, '30.00'), passenger_ids: null }, back(adult.id, '9.00')],
    ],
  ])('[EXTRA-03] returns unknown if %s', (_name, services) => {
    expect(checkedBag([adult], noBags, services)).toEqual(unknown);
  });

  it('[EXTRA-03] returns unknown if one of two travellers has no price', () => {
    expect(checkedBag([adult, child], noBags, [out(adult.id, '30.00'), back(adult.id, '9.00')])).toEqual(
      unknown,
    );
  });
});
