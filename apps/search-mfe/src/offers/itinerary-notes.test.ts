import type { Offer, Segment } from '@fareline/contracts';
import { describe, expect, it } from 'vitest';
import { place, sampleOffer, slice } from '../testing/sample-offer.ts';
import { getItineraryNotes } from './itinerary-notes.ts';

/** London to New York by way of Amsterdam, landing there at 11:00 and leaving when it is said. */
function viaAmsterdam(
  leaves: string | null,
  change: (second: Segment, first: Segment) => void = () => undefined,
): Offer {
  const journey = slice('LHR', 'JFK', { stops: ['AMS'] });
  const [first, second] = journey.segments as [Segment, Segment];
  first.arriving_at = '2026-12-05T11:00:00';
  second.departing_at = leaves;
  change(second, first);
  return sampleOffer('a', '400', { slices: [journey] });
}
const shorts = (offer: Offer) => getItineraryNotes(offer).map(({ short }) => short);

describe('what is easily missed about a journey', () => {
  it.each([
    ['2026-12-05T12:14:00', ['Short layover in Amsterdam, 1h 14m']],
    ['2026-12-05T12:15:00', []],
    ['2026-12-05T15:00:00', []],
    ['2026-12-05T15:01:00', ['Long layover in Amsterdam, 4h 1m']],
    ['2026-12-06T07:00:00', ['Overnight in Amsterdam, 20h']],
    ['2026-12-05T10:00:00', []],
    [null, []],
    ['soon', []],
  ])('leaving Amsterdam at %s: %j', (leaves, expected) => {
    expect(shorts(viaAmsterdam(leaves))).toEqual(expected);
  });

  it.each([
    ['00:30', '06:30', 'Overnight in Amsterdam, 6h'],
    ['23:00', '02:30', 'Overnight in Amsterdam, 3h 30m'],
    ['22:00', '02:00', 'Overnight in Amsterdam, 4h'],
    ['20:00', '01:59', 'Long layover in Amsterdam, 5h 59m'],
    ['03:00', '06:30', 'Overnight in Amsterdam, 3h 30m'],
    ['03:01', '09:00', 'Long layover in Amsterdam, 5h 59m'],
    ['23:30', '02:29', undefined],
    ['12:00', '12:00', 'Overnight in Amsterdam, 24h'],
  ])('waiting from %s to %s: %s', (lands, leaves, expected) => {
    const isNextDay = leaves <= lands;
    const offer = viaAmsterdam(`2026-12-0${isNextDay ? 6 : 5}T${leaves}:00`, (_second, first) => {
      first.arriving_at = `2026-12-05T${lands}:00`;
    });
    expect(shorts(offer)[0]).toBe(expected);
  });

  it('an hour around midnight is short, not a night', () => {
    const offer = viaAmsterdam('2026-12-06T00:20:00', (_second, first) => {
      first.arriving_at = '2026-12-05T23:20:00';
    });
    expect(shorts(offer)).toEqual(['Short layover in Amsterdam, 1h']);
  });

  it('a change of airport is named with both airports, and that one gets there by oneself', () => {
    const offer = viaAmsterdam('2026-12-05T14:00:00', (second) => {
      second.origin = { ...place('AMS'), iata_code: 'RTM' };
    });
    const [note] = getItineraryNotes(offer);
    expect(note?.short).toBe('Change of airport in Amsterdam: AMS to RTM');
    expect(note?.full).toContain('You travel between them yourself');
  });

  it('where the clocks differ between two airports, the zones are counted in', () => {
    const offer = viaAmsterdam('2026-12-05T11:30:00', (second, first) => {
      first.destination.time_zone = 'Europe/Amsterdam';
      second.origin = { ...second.origin, time_zone: 'Europe/London' };
    });
    expect(shorts(offer)).toEqual([]);
  });

  it('a zone that does not exist breaks nothing', () => {
    const offer = viaAmsterdam('2026-12-05T11:30:00', (second, first) => {
      first.destination.time_zone = 'Mars/Olympus';
      second.origin = { ...second.origin, time_zone: 'Europe/London' };
    });
    expect(shorts(offer)).toEqual([]);
  });

  it('another airline that flies, and a landing on the way, are told', () => {
    const offer = viaAmsterdam('2026-12-05T13:00:00', (second) => {
      second.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
      second.stops = [place('DXB')];
    });
    expect(shorts(offer)).toEqual(['Operated by Loganair', 'Lands in Dubai on the way, no change of plane']);
  });

  it('[CARD-05] flights of one direction that several airlines sell are named with whom to ask about bags', () => {
    const offer = sampleOffer('a', '400', {
      slices: [slice('LHR', 'JFK', { stops: ['AMS'], airlines: ['BA', 'KL'] })],
    });
    expect(getItineraryNotes(offer)[0]).toEqual({
      short: 'Airline BA and Airline KL',
      full: 'Airline BA and Airline KL sell these flights together. Ask Airline BA whether your bags go through to the end',
    });
  });

  it('[CARD-05] one airline out and another one back are named, each with its own rules', () => {
    const offer = sampleOffer('a', '400', {
      slices: [slice('LHR', 'JFK', { airlines: ['BA'] }), slice('JFK', 'LHR', { airlines: ['KL'] })],
    });
    expect(getItineraryNotes(offer)).toEqual([
      {
        short: 'Airline BA and Airline KL',
        full: 'Airline BA sells the flight out, Airline KL the flight back. Each has its own rules for bags and check-in',
      },
    ]);
  });

  it('[CARD-05] three airlines are one list, and the first of those that fly on is asked', () => {
    const offer = sampleOffer('a', '400', {
      slices: [
        slice('LHR', 'JFK', { airlines: ['AF'] }),
        slice('JFK', 'LHR', { stops: ['AMS'], airlines: ['BA', 'KL'] }),
      ],
    });
    const [note] = getItineraryNotes(offer);
    expect(note?.short).toBe('Airline AF, Airline BA and Airline KL');
    expect(note?.full).toContain('Ask Airline BA whether');
  });

  it('changes of airport come first, then the airlines, then waiting, then another airport back and landings', () => {
    const out = slice('LHR', 'JFK', { stops: ['AMS', 'DXB'], airlines: ['BA', 'KL'] });
    const [first, , third] = out.segments as [Segment, Segment, Segment];
    third.departing_at = '2026-12-05T14:00:00';
    third.origin = { ...place('DXB'), iata_code: 'DWC' };
    third.operating_carrier = { name: 'Loganair', iata_code: 'LM', logo_url: null };
    first.stops = [place('DXB')];
    const notes = shorts(sampleOffer('a', '400', { slices: [out, slice('JFK', 'LGW')] }));
    expect(notes.map((note) => note.split(' ').slice(0, 2).join(' '))).toEqual([
      'Change of',
      'Operated by',
      'Airline BA',
      'Short layover',
      'Back to',
      'Lands in',
    ]);
  });

  it('coming back from, or to, another airport than one left is told', () => {
    const back = slice('DXB', 'AMS');
    expect(shorts(sampleOffer('a', '400', { slices: [slice('LHR', 'JFK'), back] }))).toEqual([
      'Back from DXB',
      'Back to AMS',
    ]);
    expect(shorts(sampleOffer('b', '400', { slices: [slice('LHR', 'JFK'), slice('JFK', 'LHR')] }))).toEqual(
      [],
    );
  });

  it('nothing is said of what is not known', () => {
    const nobody = { name: null, iata_code: null, logo_url: null };
    const nowhere = { name: null, iata_code: null, city_name: null, country_code: null, time_zone: null };
    const offer = viaAmsterdam(null, (second, first) => {
      for (const segment of [first, second])
        Object.assign(segment, {
          marketing_carrier: nobody,
          operating_carrier: nobody,
          origin: nowhere,
          destination: nowhere,
        });
    });
    expect(shorts(offer)).toEqual([]);
    expect(shorts(sampleOffer('b', '400', { slices: [] }))).toEqual([]);
  });
});
