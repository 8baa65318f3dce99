import { describe, expect, it } from 'vitest';
import { mapOffer } from '../../duffel/map-offer.ts';
import { mapSeatMaps } from '../../duffel/map-seat-maps.ts';
import { checkOffer, checkSeatMaps, listDifferences } from './check-recording.ts';
import { expectedOffer } from './expected-offer.ts';
import { connectingOffer, familyOffer, lowCostOffer, restrictedSeatMap } from './samples.ts';
import { listMisnumberedRows, shownSeatRows } from './seat-rows.ts';
import { shownOffer } from './shown-offer.ts';
import type { WireOffer } from './wire.ts';

function show(offer: WireOffer): Record<string, unknown> {
  const mapped = mapOffer(offer);
  if (!mapped.ok) throw new Error(mapped.reason);
  return { ...shownOffer(mapped.value), services: mapped.value.offer.available_services };
}

describe('an answer of the provider is shown as it was sent', () => {
  it('[LIST-07] of a low-cost airline: no seats, no insurance, bags by weight for the whole journey', () => {
    const shown = show(lowCostOffer());
    expect(checkOffer(lowCostOffer())).toEqual([]);
    expect(shown).toMatchObject({
      ...{
        price: '131.5 GBP',
        tax: 31.5,
        airline: 'Airline U2, https://logos.example/U2.svg',
        emissions: '58',
      },
      ...{
        expires: Date.UTC(2027, 0, 1, 10, 15, 0, 123),
        travellers: 1,
        refund: 'unknown',
        change: 'unknown',
      },
      ...{ included: { cabin: 0, checked: 0 }, checkedBag: 'paid 53.98' },
      slices: [
        { route: 'LGW MAD', fare: 'Standard', minutes: 146, days: 0, layovers: [] },
        { route: 'MAD LGW', fare: 'Standard', minutes: 150, days: 1, layovers: [] },
      ],
      services: [
        {
          type: 'cabin_bag',
          name: 'Extra cabin bag',
          description: 'For the whole journey, up to 56 × 45 × 25 cm',
        },
        { type: 'baggage', name: 'Extra checked bag, up to 15 kg', description: 'For the whole journey' },
        { type: 'baggage', name: 'Extra checked bag, up to 23 kg', total_amount: '64.98' },
      ],
    });
    expect(shown.services).toHaveLength(3);
    expect(shown.slices).toMatchObject([
      {
        segments: [
          {
            flight: 'U28601',
            from: 'LGW, LGW Airport, London',
            to: 'MAD, MAD Airport, Madrid',
            times: '2027-03-01T06:10:00 2027-03-01T09:36:00',
            aircraft: 'Airbus A320',
            cabin: 'economy, ECONOMY',
            amenities: ['Power at the seat', 'Seat pitch 29 inches, less legroom'],
          },
        ],
      },
      { segments: [{ amenities: [] }] },
    ]);
  });

  it('[API-06] [PROVIDER-11] with a connection overnight, zeros before the number, and nulls', () => {
    expect(checkOffer(connectingOffer())).toEqual([]);
    expect(show(connectingOffer())).toMatchObject({
      ...{ tax: 0, emissions: null, refund: 'yes, 50 EUR', change: 'no', checkedBag: 'paid 26.00' },
      extras: ['Extra checked bag, up to 23 kg: For the whole journey 26.00 GBP'],
      slices: [
        {
          ...{ route: 'GVA JFK', fare: null, minutes: 1505, days: 1, layovers: [845] },
          segments: [
            { flight: 'LX408', aircraft: null, logo: null, airline: 'Airline LX, null', minutes: 50 },
            { flight: 'LX14', aircraft: 'Airbus A320', logo: 'https://logos.example/LX.svg', minutes: 550 },
          ],
        },
      ],
    });
  });

  it('[LIST-02] [LIST-07] of a family in two cabins, with bags on the way out and prices per traveller back', () => {
    expect(checkOffer(familyOffer())).toEqual([]);
    expect(show(familyOffer())).toMatchObject({
      ...{ price: '2400 GBP', travellers: 4, refund: 'no', change: 'yes, 0 GBP' },
      ...{ included: { cabin: 1, checked: 0 }, checkedBag: 'paid 60.00' },
      services: [
        { type: 'cabin_bag', name: 'Cabin bag included', total_amount: '0' },
        {
          name: 'Extra checked bag, up to 23 kg',
          description: 'JFK to LHR, per traveller',
          total_amount: '20.00',
        },
      ],
      slices: [
        {
          fare: 'Club',
          segments: [
            {
              flight: 'BA117',
              cabin: 'business, BUSINESS',
              amenities: ['Wi-Fi, paid', 'Seat pitch 60 inches, more legroom'],
            },
          ],
        },
        { fare: 'Economy Basic', segments: [{ cabin: 'economy, ECONOMY', amenities: ['Wi-Fi'] }] },
      ],
    });
  });

  it('[API-08] [SEAT-06] of a cabin with restricted seats', () => {
    expect(checkSeatMaps([restrictedSeatMap()])).toEqual([]);
    const maps = mapSeatMaps([restrictedSeatMap()], (reason) => {
      throw new Error(reason);
    });
    expect(maps[0]?.cabins[0]?.rows.map(({ number }) => number)).toEqual([3, 3, 4, 5, 5, 6]);
    expect(shownSeatRows(maps)[0]?.rows).toEqual([
      'lavatory | ',
      '?? -, ?? - | ?? -, ?? -',
      '4A 9.00 GBP 8.00 GBP, ?? - | 4C -, empty',
      'exit_row | exit_row',
      '?? -, ?? - | galley, galley',
      '6A -, 6B - | ?? -, 6D 12.00 GBP',
    ]);
  });
});

describe('the check of recordings', () => {
  const lastFlight = (offer: WireOffer) => offer.slices[1]!.segments[0]!;

  it.each<[path: string, change: (offer: WireOffer) => unknown]>([
    ['price', (offer) => (offer.total_amount = '131.51')],
    ['price', (offer) => (offer.total_currency = 'EUR')],
    ['tax', (offer) => (offer.tax_amount = '0')],
    ['expires', (offer) => (offer.expires_at = '2027-01-01T10:16:00Z')],
    ['refund', (offer) => (offer.conditions = { refund_before_departure: { allowed: false } })],
    ['change', (offer) => (offer.conditions = { change_before_departure: { allowed: true } })],
    ['slices.1.fare', (offer) => (offer.slices[1]!.fare_brand_name = 'Flex')],
    ['slices.1.minutes', (offer) => (offer.slices[1]!.duration = 'PT2H')],
    ['slices.1.segments.0.flight', (offer) => (lastFlight(offer).marketing_carrier_flight_number = '1')],
    ['slices.1.segments.0.times', (offer) => (lastFlight(offer).departing_at = '2027-03-08T23:20:00')],
    ['slices.1.days', (offer) => (lastFlight(offer).arriving_at = '2027-03-08T23:59:00')],
    ['slices.1.segments.0.cabin', (offer) => (lastFlight(offer).passengers![0]!.cabin_class = 'first')],
    [
      'included.checked',
      (offer) =>
        offer.slices.forEach(
          ({ segments }) => (segments[0]!.passengers![0]!.baggages = [{ type: 'checked', quantity: 1 }]),
        ),
    ],
    ['checkedBag', (offer) => (offer.available_services = [])],
    ['extras.0', (offer) => (offer.available_services![3]!.total_amount = '30.00')],
  ])('reports a difference of %s', (path, change) => {
    const changed = lowCostOffer();
    change(changed);
    const mapped = mapOffer(changed);
    if (!mapped.ok) throw new Error(mapped.reason);
    const differences = listDifferences(expectedOffer(lowCostOffer()), shownOffer(mapped.value));
    expect(differences.map((line) => line.split(':')[0])).toContain(path);
  });

  it('reports rejected answers and wrong numbers of rows', () => {
    expect(checkOffer({ ...lowCostOffer(), total_amount: '0' })).toEqual([
      expect.stringMatching(/^rejected: /),
    ]);
    const maps = mapSeatMaps([restrictedSeatMap()], () => undefined);
    maps[0]!.cabins[0]!.rows[4]!.number = 7;
    expect(listMisnumberedRows(maps)).toEqual([7]);
    maps[0]!.cabins[0]!.rows[5]!.number = 8;
    expect(listMisnumberedRows(maps)).toEqual([7, 8]);
  });
});
