import { expect, it } from 'vitest';
import { closeExitRows, listBarredFromExits } from './exit-rows.ts';
import type { SeatElement, SeatMap } from './seat-map.schema.ts';

const element = (type: string): SeatElement => ({
  ...{ type, designator: null, name: null, disclosures: [], available_services: [] },
});
const seat = (designator: string, change: Partial<SeatElement> = {}): SeatElement => ({
  ...element('seat'),
  ...{ designator, available: true },
  available_services: ['pas_1', 'pas_2'].map((passenger_id) => ({
    ...{ id: `${designator}_${passenger_id}`, passenger_id, total_amount: '1.00', total_currency: 'USD' },
  })),
  ...change,
});
const toMap = (...rows: SeatElement[][]): SeatMap => ({
  ...{ id: 'sea_1', slice_id: 'sli_1', segment_id: 'seg_1' },
  cabins: [
    {
      ...{ cabin_class: 'economy', deck_configuration: { deck: 0, aisles: 0 }, wings: null },
      rows: rows.map((elements, index) => ({ number: index + 1, sections: [{ elements }] })),
    },
  ],
});

/** By seat: who it is sold to, and whether it can be chosen. */
const listSold = (map: SeatMap, barred: string[]) =>
  closeExitRows([map], barred)
    .flatMap(({ cabins }) => cabins.flatMap(({ rows }) => rows))
    .flatMap(({ sections }) => sections.flatMap(({ elements }) => elements))
    .flatMap(({ designator, available_services: services, available }) =>
      designator ? [[designator, services.map(({ passenger_id }) => passenger_id).join(), available]] : [],
    );
const all = 'pas_1,pas_2';

it.each([
  ['in the row', toMap([seat('1A')], [element('exit_row'), seat('2A')], [seat('3A')])],
  ['in front of the row', toMap([seat('1A')], [element('exit_row')], [seat('2A')], [seat('3A')])],
  ['in a name', toMap([seat('1A')], [seat('2A', { name: 'Exit row seat' })], [seat('3A')])],
  [
    'in a sentence',
    toMap([seat('1A')], [seat('2A', { disclosures: ['Near the emergency exit'] })], [seat('3A')]),
  ],
])('[RULE-01] an exit that is %s is closed to those who may not sit there', (_, map) => {
  expect(listSold(map, ['pas_2'])).toEqual([
    ['1A', all, true],
    ['2A', 'pas_1', true],
    ['3A', all, true],
  ]);
  expect(listSold(map, ['pas_1', 'pas_2'])[1]).toEqual(['2A', '', false]);
});

it.each([
  [
    ['adult', 'adult', 'child', 'infant_without_seat'],
    ['pas_2', 'pas_3', 'pas_0'],
  ],
  [
    ['infant_without_seat', 'adult', 'adult'],
    ['pas_0', 'pas_1'],
  ],
  [['adult', 'adult'], []],
] as const)('[RULE-01] of %j those who may not sit at an exit are %j', (types, barred) =>
  expect(listBarredFromExits(types.map((type, index) => ({ id: `pas_${index}`, type })))).toEqual(barred),
);
