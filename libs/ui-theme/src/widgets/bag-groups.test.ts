import type { BagService } from '@fareline/contracts';
import { sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { alignQuantities, groupBags, isEven, setBagQuantity } from './bag-groups.ts';

const slices = [sampleSlice('JFK', 'BOS'), sampleSlice('BOS', 'JFK')];
const journey = slices.flatMap(({ segments }) => segments.map(({ id }) => id));
/** A bag of a passenger on a slice, such as "A0", or for the whole journey, "A". */
const bag = (id: string, changes: Partial<BagService> = {}): BagService => ({
  ...{ id, type: 'baggage', weight_kg: 23, passenger_ids: [id.charAt(0)], max_quantity: 2 },
  segment_ids: id.length === 1 ? journey : slices[Number(id.slice(1, 2))]!.segments.map(({ id }) => id),
  ...{ total_amount: '35.00', total_currency: 'USD' },
  ...changes,
});
const bags = ['A0', 'B0', 'A1', 'B1'].map((id) => bag(id));
const both = { isBothWays: true, isSameForAll: true };
const group = (services: readonly BagService[], sharing = both) =>
  groupBags(services, slices, sharing).map((members) => members.map(({ id }) => id).join(' '));

describe('the counters of bags', () => {
  it.each([
    [true, true, ['A0 B0 A1 B1']],
    [true, false, ['A0 A1', 'B0 B1']],
    [false, true, ['A0 B0', 'A1 B1']],
    [false, false, ['A0', 'B0', 'A1', 'B1']],
  ])('[EXTRA-01] with both ways %s and same for all %s are %j', (isBothWays, isSameForAll, expected) =>
    expect(group(bags, { isBothWays, isSameForAll })).toEqual(expected),
  );

  it('[EXTRA-01] do not share bags of another kind or weight', () =>
    expect(group([bag('A0'), bag('A1', { weight_kg: 15 }), bag('B1', { type: 'cabin_bag' })])).toEqual([
      ...['A0', 'A1', 'B1'],
    ]));

  it('[EXTRA-01] give a passenger one bag of the group on each flight', () =>
    expect(group([bag('A0'), bag('A0x'), bag('B'), bag('A'), bag('A1')])).toEqual(['A0 A1', 'A0x', 'B A']));
});

describe('the quantity of a group', () => {
  it('[EXTRA-01] is set for each of its bags, and 0 leaves them out', () => {
    const others = [{ serviceId: 'B0', passengerId: 'B', quantity: 1 }];
    const chosen = setBagQuantity(others, [bag('A0'), bag('A1')], 2);
    expect(chosen).toEqual([
      ...others,
      { serviceId: 'A0', passengerId: 'A', quantity: 2 },
      { serviceId: 'A1', passengerId: 'A', quantity: 2 },
    ]);
    expect(setBagQuantity(chosen, [bag('A0'), bag('A1')], 0)).toEqual(others);
  });

  it('[EXTRA-01] is that of the bag taken most, within the limit of each', () => {
    const chosen = [{ serviceId: 'A0', passengerId: 'A', quantity: 2 }];
    const align = (limit: number) =>
      alignQuantities(chosen, [[bag('A0'), bag('A1', { max_quantity: limit })], [bag('B0')]]);
    expect(align(2).map(({ quantity }) => quantity)).toEqual([2, 2]);
    expect(align(1).map(({ quantity }) => quantity)).toEqual([1, 1]);
  });

  it('[EXTRA-01] is even when each bag of a group is taken as often as the others', () => {
    const chosen = setBagQuantity([], [bag('A0'), bag('A1')], 1);
    expect(isEven([[bag('A0'), bag('A1')], [bag('B0')]], chosen)).toBe(true);
    expect(isEven([[bag('A0'), bag('B0')]], chosen)).toBe(false);
  });
});
