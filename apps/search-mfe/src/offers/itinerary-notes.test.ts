import {
  type Offer,
  type Segment,
  formatMinutes,
  formatOperator,
  getLayoverMinutes,
  getLayoverNotes,
} from '@fareline/contracts';
import { sampleOffer, samplePlace, sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { getItineraryNotes } from './itinerary-notes.ts';

/** London to New York through Amsterdam, with arrival there at 11:00 and departure at the given time. */
function offerViaAmsterdam(
  departingAt: string | null,
  change: (second: Segment, first: Segment) => void = () => undefined,
): Offer {
  const outbound = sampleSlice('LHR', 'JFK', { stops: ['AMS'] });
  const [first, second] = outbound.segments as [Segment, Segment];
  first.arriving_at = '2026-12-05T11:00:00';
  second.departing_at = departingAt;
  change(second, first);
  return sampleOffer({ id: 'a', total_amount: '400', slices: [outbound] });
}
const getShortNotes = (offer: Offer) => getItineraryNotes(offer).map(({ short }) => short);

describe('notes on one layover', () => {
  const notesOf = (departingAt: string, change?: (second: Segment, first: Segment) => void) => {
    const [first, second] = offerViaAmsterdam(departingAt, change).slices[0]!.segments as [Segment, Segment];
    return getLayoverNotes(first, second);
  };

  it('have a sentence for the offer page, the change of airport first', () => {
    const notes = notesOf('2026-12-05T12:00:00', (second) => {
      second.origin = { ...samplePlace('AMS'), iata_code: 'RTM' };
    });
    expect(notes.map(({ full }) => full)).toEqual([
      'Change of airport in Amsterdam: AMS to RTM. You travel between them yourself',
      'Short: ask the airline what happens if you miss the next flight',
    ]);
    expect(notesOf('2026-12-05T16:00:00').map(({ full }) => full)).toEqual(['A long wait']);
    expect(notesOf('2026-12-06T07:00:00').map(({ full }) => full)).toEqual([
      'Overnight: you may need a room',
    ]);
    expect(notesOf('2026-12-05T13:00:00')).toEqual([]);
  });

  it('need both airports to see a change', () => {
    for (const side of ['origin', 'destination'] as const)
      expect(
        notesOf('2026-12-05T13:00:00', (second, first) => {
          const place = side === 'origin' ? second.origin : first.destination;
          place.iata_code = null;
        }),
      ).toEqual([]);
  });

  it('take both times as local to one city where a time zone is unknown or the same', () => {
    const zones = [
      [null, 'Europe/London'],
      ['Europe/London', null],
      ['Europe/Amsterdam', 'Europe/Amsterdam'],
    ] as const;
    for (const [arrivalZone, departureZone] of zones)
      expect(
        notesOf('2026-12-05T12:14:00.000', (second, first) => {
          first.destination.time_zone = arrivalZone;
          second.origin = { ...second.origin, time_zone: departureZone };
        }).map(({ short }) => short),
      ).toEqual(['Only 1h 14m in Amsterdam']);
  });

  it('call a departure at the time of arrival short', () =>
    expect(notesOf('2026-12-05T11:00:00').map(({ short }) => short)).toEqual(['Only 0m in Amsterdam']));

  it.each([
    ['Africa/Cairo', '2027-04-29T23:30:00', '2027-04-30T01:10:00', '40m'],
    ['Europe/Paris', '2026-10-25T01:30:00', '2026-10-25T03:10:00', '2h 40m'],
    ['Europe/Nowhere', '2026-10-25T01:30:00', '2026-10-25T02:40:00', '1h 10m'],
  ])(
    'in %s from %s to %s last %s, on nights when clocks change too, whether one zone is known or both',
    (zone, arrivingAt, departingAt, expected) => {
      for (const zones of [
        [zone, zone],
        [zone, null],
        [null, zone],
      ] as const) {
        const [first, second] = offerViaAmsterdam(departingAt).slices[0]!.segments as [Segment, Segment];
        first.arriving_at = arrivingAt;
        first.destination = { ...first.destination, time_zone: zones[0] };
        second.origin = { ...second.origin, time_zone: zones[1] };
        const minutes = getLayoverMinutes(first, second);
        expect(minutes === undefined ? undefined : formatMinutes(minutes)).toBe(expected);
      }
    },
  );

  it('name the airport where the city is unknown', () =>
    expect(
      notesOf('2026-12-05T12:00:00', (_second, first) => {
        first.destination = { ...first.destination, city_name: null };
      })[0]?.short,
    ).toBe('Only 1h in AMS'));
});

it('names an operating carrier by its code where it has no name, and none where a carrier is unknown', () => {
  const carrier = (name: string | null, iata_code: string | null) => ({ name, iata_code, logo_url: null });
  const [segment] = sampleSlice('LHR', 'JFK').segments as [Segment];
  const format = (marketing: Segment['marketing_carrier'], operating: Segment['operating_carrier']) =>
    formatOperator({ ...segment, marketing_carrier: marketing, operating_carrier: operating });
  expect(format(carrier('British Airways', 'BA'), carrier(null, 'LM'))).toBe('Operated by LM');
  expect(format(carrier(null, null), carrier('Loganair', 'LM'))).toBeUndefined();
  expect(format(carrier('British Airways', 'BA'), carrier(null, null))).toBeUndefined();
  expect(format(carrier('British Airways', 'BA'), carrier('British Airways', 'CJ'))).toBeUndefined();
});

describe('itinerary notes', () => {
  it.each([
    ['2026-12-05T12:14:00', ['Only 1h 14m in Amsterdam']],
    ['2026-12-05T12:15:00', []],
    ['2026-12-05T15:00:00', []],
    ['2026-12-05T15:01:00', ['4h 1m in Amsterdam']],
    ['2026-12-06T07:00:00', ['Night in Amsterdam']],
    ['2026-12-05T10:00:00', []],
    [null, []],
    ['soon', []],
  ])('for a departure from Amsterdam at %s are %j', (departingAt, expected) => {
    expect(getShortNotes(offerViaAmsterdam(departingAt))).toEqual(expected);
  });

  it.each([
    ['00:30', '06:30', 'Night in Amsterdam'],
    ['23:00', '02:30', 'Night in Amsterdam'],
    ['22:00', '02:00', 'Night in Amsterdam'],
    ['20:00', '01:59', '5h 59m in Amsterdam'],
    ['03:00', '06:30', 'Night in Amsterdam'],
    ['03:01', '09:00', '5h 59m in Amsterdam'],
    ['23:30', '02:29', undefined],
    ['12:00', '12:00', 'Night in Amsterdam'],
  ])('for a layover from %s to %s are %s', (arrival, departure, expected) => {
    const isNextDay = departure <= arrival;
    const offer = offerViaAmsterdam(`2026-12-0${isNextDay ? 6 : 5}T${departure}:00`, (_second, first) => {
      first.arriving_at = `2026-12-05T${arrival}:00`;
    });
    expect(getShortNotes(offer)[0]).toBe(expected);
  });

  it('call an hour around midnight short, not overnight', () => {
    const offer = offerViaAmsterdam('2026-12-06T00:20:00', (_second, first) => {
      first.arriving_at = '2026-12-05T23:20:00';
    });
    expect(getShortNotes(offer)).toEqual(['Only 1h in Amsterdam']);
  });

  it('name both airports of an airport change and say that the traveller makes the transfer', () => {
    const offer = offerViaAmsterdam('2026-12-05T14:00:00', (second) => {
      second.origin = { ...samplePlace('AMS'), iata_code: 'RTM' };
    });
    const [note] = getItineraryNotes(offer);
    expect(note?.short).toBe('Airport change AMS to RTM');
    expect(note?.full).toContain('You travel between them yourself');
  });

  it('use the time zones of two airports in different zones', () => {
    const offer = offerViaAmsterdam('2026-12-05T11:30:00', (second, first) => {
      first.destination.time_zone = 'Europe/Amsterdam';
      second.origin = { ...second.origin, time_zone: 'Europe/London' };
    });
    expect(getShortNotes(offer)).toEqual([]);
  });

  it('are empty when a time zone does not exist', () => {
    const offer = offerViaAmsterdam('2026-12-05T11:30:00', (second, first) => {
      first.destination.time_zone = 'Mars/Olympus';
      second.origin = { ...second.origin, time_zone: 'Europe/London' };
    });
    expect(getShortNotes(offer)).toEqual([]);
  });

  it('name another operating carrier and a stop without a change of plane', () => {
    const offer = offerViaAmsterdam('2026-12-05T13:00:00', (second) => {
      second.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
      second.stops = [samplePlace('DXB')];
    });
    expect(getShortNotes(offer)).toEqual(['Operated by Loganair', 'Also lands in Dubai']);
  });

  it('[CARD-05] name several marketing carriers of one slice and the one to ask about bags', () => {
    const offer = sampleOffer({
      id: 'a',
      total_amount: '400',
      slices: [sampleSlice('LHR', 'JFK', { stops: ['AMS'], airlines: ['BA', 'KL'] })],
    });
    expect(getItineraryNotes(offer)[0]).toEqual({
      short: 'Airline BA and Airline KL',
      full: 'Airline BA and Airline KL sell these flights together. Ask Airline BA whether your bags go through to the end',
    });
  });

  it('[CARD-05] name different marketing carriers for outbound and return, each with its own rules', () => {
    const offer = sampleOffer({
      id: 'a',
      total_amount: '400',
      slices: [
        sampleSlice('LHR', 'JFK', { airlines: ['BA'] }),
        sampleSlice('JFK', 'LHR', { airlines: ['KL'] }),
      ],
    });
    expect(getItineraryNotes(offer)).toEqual([
      {
        short: 'Airline BA and Airline KL',
        full: 'Airline BA sells the flight out, Airline KL the flight back. Each has its own rules for bags and check-in',
      },
    ]);
  });

  it('[CARD-05] list three airlines, and name the first carrier of the mixed slice as the one to ask', () => {
    const offer = sampleOffer({
      id: 'a',
      total_amount: '400',
      slices: [
        sampleSlice('LHR', 'JFK', { airlines: ['AF'] }),
        sampleSlice('JFK', 'LHR', { stops: ['AMS'], airlines: ['BA', 'KL'] }),
      ],
    });
    const [note] = getItineraryNotes(offer);
    expect(note?.short).toBe('Airline AF and 2 more');
    expect(note?.full).toContain('Ask Airline BA whether');
  });

  it('are sorted: airport changes, carriers, layovers, another return airport, stops without a change of plane', () => {
    const outbound = sampleSlice('LHR', 'JFK', { stops: ['AMS', 'DXB'], airlines: ['BA', 'KL'] });
    const [first, , third] = outbound.segments as [Segment, Segment, Segment];
    third.departing_at = '2026-12-05T14:00:00';
    third.origin = { ...samplePlace('DXB'), iata_code: 'DWC' };
    third.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
    first.stops = [samplePlace('DXB')];
    const notes = getShortNotes(
      sampleOffer({ id: 'a', total_amount: '400', slices: [outbound, sampleSlice('JFK', 'LGW')] }),
    );
    expect(notes.map((note) => note.split(' ').slice(0, 2).join(' '))).toEqual([
      'Airport change',
      'Operated by',
      'Airline BA',
      'Only 1h',
      'Back to',
      'Also lands',
    ]);
  });

  it('say when the return departs from, or arrives at, another airport than the outbound', () => {
    const back = sampleSlice('DXB', 'AMS');
    expect(
      getShortNotes(sampleOffer({ id: 'a', total_amount: '400', slices: [sampleSlice('LHR', 'JFK'), back] })),
    ).toEqual(['Back from DXB', 'Back to AMS']);
    const { slices } = sampleOffer({ slices: [sampleSlice('LHR', 'JFK'), back] });
    expect(getItineraryNotes(sampleOffer({ slices })).map(({ full }) => full)).toEqual([
      'You arrive at JFK and fly back from DXB',
      'You leave from LHR and come back to AMS',
    ]);
    expect(
      getShortNotes(
        sampleOffer({
          id: 'b',
          total_amount: '400',
          slices: [sampleSlice('LHR', 'JFK'), sampleSlice('JFK', 'LHR')],
        }),
      ),
    ).toEqual([]);
  });

  it('are empty when carriers, places and times are unknown', () => {
    const unknownCarrier = { name: null, iata_code: null, logo_url: null };
    const unknownPlace = {
      name: null,
      iata_code: null,
      city_name: null,
      country_code: null,
      time_zone: null,
    };
    const offer = offerViaAmsterdam(null, (second, first) => {
      for (const segment of [first, second])
        Object.assign(segment, {
          marketing_carrier: unknownCarrier,
          operating_carrier: unknownCarrier,
          origin: unknownPlace,
          destination: unknownPlace,
        });
    });
    expect(getShortNotes(offer)).toEqual([]);
    expect(getShortNotes(sampleOffer({ id: 'b', total_amount: '400', slices: [] }))).toEqual([]);
  });
});
