import type { PassengerForm, PassengerType } from '@fareline/contracts';
import { describe, expect, it } from 'vitest';
import { emptyForm } from '../passengers/passenger-fields.ts';
import { oneAdultOffer } from '../testing/samples.ts';
import { formatFlightNumber, formatSegmentName, getSeatedPassengers } from './passengers.ts';

/** The passengers of an offer with these types, whose form has these first names. */
function getSeated(types: PassengerType[], firstNames: string[]) {
  const offer = oneAdultOffer({ passengers: types.map((type, index) => ({ id: `pas_${index + 1}`, type })) });
  const form: PassengerForm = {
    passengers: emptyForm(offer).passengers.map((fields, index) => ({
      ...fields,
      firstName: firstNames[index] ?? '',
    })),
  };
  return getSeatedPassengers(offer, form);
}

describe('getSeatedPassengers', () => {
  it('[SEAT-09] leaves out a lap infant', () =>
    expect(getSeated(['adult', 'child', 'infant_without_seat'], []).map(({ id }) => id)).toEqual([
      'pas_1',
      'pas_2',
    ]));

  it('gives a passenger without a name a number', () =>
    expect(getSeated(['adult', 'adult'], [' Ada ', ' ']).map(({ name }) => name)).toEqual([
      'Ada',
      'Passenger 2',
    ]));

  it('gives each of nine passengers a letter', () =>
    expect(
      getSeated(Array<PassengerType>(9).fill('adult'), [])
        .map(({ letter }) => letter)
        .join(''),
    ).toBe('ABCDEFGHI'));
});

describe('formatSegmentName', () => {
  const [slice] = oneAdultOffer().slices;
  const [segment] = slice!.segments;
  const format = (changes: Partial<NonNullable<typeof segment>>) =>
    formatSegmentName([{ ...slice!, segments: [{ ...segment!, ...changes, id: 'seg' }] }], 'seg');

  it('is "Flight" for a seat map of an unknown segment', () =>
    expect(formatSegmentName(oneAdultOffer().slices, 'seg_other')).toBe('Flight'));

  it('has no flight number that the airline does not give', () =>
    expect(format({ flight_number: null })).toBe('JFK to BOS'));

  it('is on a tab the flight number alone, or the route without one', () => {
    const unnumbered = { ...slice!, segments: [{ ...segment!, flight_number: null }] };
    expect(formatFlightNumber([slice!], segment!.id)).toBe('BA100');
    expect(formatFlightNumber([unnumbered], segment!.id)).toBe('JFK to BOS');
  });

  it('has N/A for an airport without a code', () => {
    expect(format({ origin: { ...segment!.origin, iata_code: null } })).toBe('BA100 N/A to BOS');
    expect(format({ destination: { ...segment!.destination, iata_code: null } })).toBe('BA100 JFK to N/A');
  });

  it('has the flight number and the route of one segment of several', () =>
    expect(
      formatSegmentName(
        [{ ...slice!, segments: [segment!, { ...segment!, id: 'seg_2', flight_number: 'BA7' }] }],
        'seg_2',
      ),
    ).toBe('BA7 JFK to BOS'));
});
