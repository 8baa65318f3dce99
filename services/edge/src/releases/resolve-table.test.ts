import type { Audience, ReleaseFile } from '@fareline/contracts';
import { expect, it } from 'vitest';
import { resolveTable, shares } from './resolve-table.ts';

const createEntry = (name: string, audience?: Audience): ReleaseFile[string] => ({
  ...{ version: '1', manifest: `/releases/${name}/1/x.json`, routes: [] },
  ...{ previous: [], count: 2, sources: '', history: [] },
  ...(audience && {
    candidate: { version: '2', manifest: `/releases/${name}/2/x.json`, routes: [], audience },
  }),
});
const everyShare = Array.from({ length: shares }, (_, share) => share);
const getVersion = (audience: Audience, brand: string, share: number, name = 'search') =>
  resolveTable({ [name]: createEntry(name, audience) }, { brand, share })[name]?.version;
/** The shares of visitors that get the candidate. */
const listShares = (audience: Audience, brand = 'sunhop', name = 'search') =>
  everyShare.filter((share) => getVersion(audience, brand, share, name) === '2');

it.each([0.1, 5, 33.3, 100])('gives a candidate to exactly %s %% of visitors', (percent) =>
  expect(listShares({ percent })).toHaveLength(percent * 10),
);

it('keeps those who have it when the percentage grows', () => {
  const larger = listShares({ percent: 20 });
  expect(listShares({ percent: 5 }).filter((share) => !larger.includes(share))).toEqual([]);
});

it('gives candidates of different front ends to different visitors', () =>
  expect(listShares({ percent: 5 }, 'sunhop', 'booking')).not.toEqual(listShares({ percent: 5 })));

it('gives it to all visitors of its brands, or to a share of them, and to nobody of another brand', () => {
  expect(listShares({ brands: ['sunhop', 'x'] })).toHaveLength(shares);
  expect(listShares({ brands: ['sunhop'], percent: 10 })).toHaveLength(shares / 10);
  expect(listShares({ brands: ['x'] })).toEqual([]);
  expect(listShares({ brands: ['x'], percent: 100 })).toEqual([]);
});

it('gives one without audience to nobody', () => expect(listShares({})).toEqual([]));
