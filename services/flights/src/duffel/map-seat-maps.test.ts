import { seatMapSchema } from '@fareline/contracts/schemas';
import { describe, expect, it, vi } from 'vitest';
import { mapSeatMaps } from './map-seat-maps.ts';

const service = { id: 'ase_1', passenger_id: 'pas_1', total_amount: '20.0', total_currency: 'GBP' };
const empty = { type: 'empty', name: null, disclosures: null, designator: null, available_services: null };
const seat = (designator: string | null, overrides: object = {}) => ({
  ...{ type: 'seat', name: null, disclosures: [], designator, available_services: [] },
  ...overrides,
});
/** A row of one section. */
const row = (...elements: object[]) => ({ id: 'row_1', sections: [{ id: 'sec_1', elements }] });
const seatMap = (rows: object[], cabin: object = {}) => ({
  ...{ id: 'sea_1', slice_id: 'sli_1', segment_id: 'seg_1' },
  cabins: [
    {
      ...{ cabin_class: 'economy', deck: 0, aisles: 2, rows },
      wings: { first_row_index: 0, last_row_index: 1 },
      ...cabin,
    },
  ],
});

const noServices = { disclosures: [], available_services: [] };

/** Maps valid seat maps to what the contract allows. */
function mapped(...maps: unknown[]) {
  const result = mapSeatMaps(maps, (reason) => {
    throw new Error(reason);
  });
  return seatMapSchema.array().parse(result);
}
const cabinOf = (rows: object[], cabin: object = {}) => mapped(seatMap(rows, cabin))[0]?.cabins[0];
const rowNumbers = (...rows: object[]) => cabinOf(rows)?.rows.map(({ number }) => number);
const elementOf = (element: object) => cabinOf([row(element)])?.rows[0]?.sections[0]?.elements[0];

describe('mapSeatMaps', () => {
  it('[API-08] maps a seat map of the provider to the contract', () => {
    const disclosures = ['Passenger must be an adult'];
    const sections = [
      { id: 'sec_1', elements: [seat('28A'), empty] },
      {
        id: 'sec_2',
        elements: [seat('28C', { name: 'Front row', disclosures, available_services: [service] })],
      },
    ];
    expect(mapped(seatMap([{ id: 'row_1', sections }]))).toEqual([
      {
        id: 'sea_1',
        slice_id: 'sli_1',
        segment_id: 'seg_1',
        cabins: [
          {
            cabin_class: 'economy',
            deck_configuration: { deck: 0, aisles: 2 },
            wings: { first_row_index: 0, last_row_index: 1 },
            rows: [
              {
                number: 28,
                sections: [
                  {
                    elements: [
                      { ...seat('28A'), available: false },
                      { ...empty, ...noServices },
                    ],
                  },
                  {
                    elements: [
                      {
                        type: 'seat',
                        designator: '28C',
                        available: true,
                        name: 'Front row',
                        disclosures,
                        available_services: [service],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ]);
  });

  it('[API-37] returns the maps of all segments in the order of the provider', () => {
    const maps = [seatMap([]), { ...seatMap([]), id: 'sea_2', segment_id: 'seg_2' }];
    expect(mapped(...maps).map(({ segment_id }) => segment_id)).toEqual(['seg_1', 'seg_2']);
  });

  it.each([
    ['no list of services', null],
    ['no service', []],
    ['no valid service', [null, 'sold out', { ...service, id: '' }, { ...service, passenger_id: '' }]],
    ['no service with a valid price', [{ ...service, total_amount: 'free' }]],
    ['no price with the decimals of an amount', [{ ...service, total_amount: '5.00000' }]],
    ['only a price below 0', [{ ...service, total_amount: '-500.00' }]],
    ['no service with a valid currency', [{ ...service, total_currency: 'pounds' }]],
  ])('[API-08] maps a seat with %s to one that is unavailable', (_name, available_services) => {
    expect(elementOf(seat('28A', { available_services }))).toMatchObject({
      available: false,
      available_services: [],
    });
  });

  it('[API-08] maps a seat as available if one passenger can buy it, without invalid services', () => {
    const services = [null, { ...service, total_amount: 'free' }, { ...service, id: 'ase_2' }];
    expect(elementOf(seat('28A', { available_services: services }))).toMatchObject({
      available: true,
      available_services: [{ ...service, id: 'ase_2' }],
    });
  });

  it('[API-08] maps another element without availability and services', () => {
    const result = elementOf(seat('28A', { type: 'bassinet', available_services: [service] }));
    expect(result).not.toHaveProperty('available');
    expect(result).toMatchObject({ type: 'bassinet', available_services: [] });
  });

  it.each([
    ['a restricted seat', seat('28A', { type: 'restricted_seat_general', available_services: [service] })],
    ['a restricted seat without a designator', { type: 'restricted_seat_general', available_services: null }],
    ['a seat without a designator', seat(null, { available_services: [service] })],
  ])('[API-08] [SEAT-06] maps %s to a seat that is unavailable', (_name, element) => {
    const { designator = null } = element as { designator?: string | null };
    expect(elementOf(element)).toMatchObject({
      ...{ type: 'seat', designator, available: false, available_services: [] },
    });
  });

  it('numbers a row by the first seat in it, in any section', () => {
    const secondSection = { sections: [{ elements: [empty] }, { elements: [seat('30D'), seat('31E')] }] };
    expect(rowNumbers(row(seat('28A'), seat('28C')), secondSection)).toEqual([28, 30]);
  });

  it('gives a row without seats the number that comes next, and does not count it', () => {
    const withoutSeats = row(empty, seat('9', { type: 'galley' }));
    const rows = [withoutSeats, row(seat('28A')), withoutSeats, withoutSeats, row(seat('29A'))];
    expect(rowNumbers(...rows)).toEqual([28, 28, 29, 29, 29]);
    expect(rowNumbers(withoutSeats, withoutSeats)).toEqual([1, 1]);
  });

  it('[API-08] numbers rows of seats without designators after the previous one, and up to the first number', () => {
    const restricted = row({ type: 'restricted_seat_general', designator: null }, empty);
    const galley = row({ type: 'galley' });
    const rows = [restricted, galley, restricted, row(seat('4A')), galley, restricted, restricted];
    expect(rowNumbers(...rows)).toEqual([2, 3, 3, 4, 5, 5, 6]);
    expect(rowNumbers(restricted, galley, restricted)).toEqual([1, 2, 2]);
    expect(rowNumbers(restricted, restricted, row(seat('1A')))).toEqual([1, 2, 1]);
  });

  it('numbers the rows of each cabin by themselves', () => {
    const [cabin] = seatMap([row(seat('28A'))]).cabins;
    const maps = mapped({ ...seatMap([]), cabins: [cabin, { ...cabin, rows: [row(empty)] }] });
    expect(maps[0]?.cabins.map(({ rows }) => rows[0]?.number)).toEqual([28, 1]);
  });

  it.each([
    ['null', { cabin_class: null, deck: null, aisles: null, wings: null }],
    ['missing', { cabin_class: undefined, deck: undefined, aisles: undefined, wings: undefined }],
    ['invalid', { cabin_class: 1, deck: '0', aisles: 1.5, wings: { first_row_index: 0 } }],
  ])('[PROVIDER-11] maps a cabin whose fields are %s to an economy cabin with one aisle', (_name, cabin) => {
    expect(cabinOf([], cabin)).toEqual({
      cabin_class: 'economy',
      deck_configuration: { deck: 0, aisles: 1 },
      wings: null,
      rows: [],
    });
  });

  it.each([
    ['missing', { type: 'lavatory' }],
    ['invalid', { type: 'lavatory', designator: 1, name: {}, disclosures: 'none', available_services: 1 }],
  ])('[PROVIDER-11] maps an element whose fields are %s', (_name, element) => {
    expect(elementOf(element)).toEqual({
      type: 'lavatory',
      designator: null,
      name: null,
      ...noServices,
    });
  });

  it('[PROVIDER-11] omits an invalid seat map, returns the others and reports the path of the error', () => {
    const onInvalid = vi.fn<(reason: string) => void>();
    const invalid = seatMap([row(seat('28A'), { designator: '28C' })]);
    expect(mapSeatMaps([invalid, seatMap([])], onInvalid)).toEqual(mapped(seatMap([])));
    expect(onInvalid).toHaveBeenCalledExactlyOnceWith('cabins.0.rows.0.sections.0.elements.1.type: Required');
  });

  it('[PROVIDER-11] takes no row number from a designator that no aircraft has', () => {
    expect(rowNumbers(row(seat('28A')), row(seat('99999999999999999999A')), row(seat('30A')))).toEqual([
      28, 29, 30,
    ]);
  });

  it.each([[null], [{ data: [] }], ['none']])('[PROVIDER-11] returns no seat maps for %j', (input) => {
    const onInvalid = vi.fn<(reason: string) => void>();
    expect(mapSeatMaps(input, onInvalid)).toEqual([]);
    expect(onInvalid).not.toHaveBeenCalled();
  });
});
