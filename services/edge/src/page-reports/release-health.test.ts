import type { ReleaseFile } from '@fareline/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createReleaseHealth } from './release-health.ts';

const minuteMs = 60_000;
let time: number;
let health: ReturnType<typeof createReleaseHealth>;
beforeEach(() => {
  time = Date.parse('2026-03-01T12:00:00Z');
  health = createReleaseHealth(() => time);
});

const event = (version: string, action: 'released' | 'rolled-back', minutesAgo: number) => ({
  ...{ version, action, by: 'ana' },
  at: new Date(time - minutesAgo * minuteMs).toISOString(),
});

interface TableOptions {
  hasCandidate?: boolean;
  action?: 'released' | 'rolled-back';
  minutesAgo?: number;
}

/** Search 2, released after 1, with 3 as the candidate. */
function createTable({ hasCandidate, action = 'released', minutesAgo = 5 }: TableOptions = {}): ReleaseFile {
  const release = (version: string) => ({ version, manifest: `/releases/search/${version}/x`, routes: [] });
  return {
    search: {
      ...release('2'),
      ...{ previous: ['1'], count: 3, sources: '', history: [event('2', action, minutesAgo)] },
      ...(hasCandidate && { candidate: { ...release('3'), audience: { percent: 5 } } }),
    },
  };
}

/** Views of a version, of which some have an error, by visitors at this many clients. */
function show(version: string, views: number, errors: number, clients = 1): void {
  const shown = { frontEnd: 'search', version };
  for (let index = 0; index < views; index += 1) {
    const client = `client ${index % clients}`;
    health.add({ views: [shown], errors: [] }, client);
    if (index < errors)
      health.add({ views: [], errors: [{ ...shown, kind: 'render', name: 'Error' }] }, client);
  }
}
const find = (table: ReleaseFile) => health.findUnhealthy(table).map(({ version }) => version);

describe('a candidate goes back', () => {
  const table = () => createTable({ hasCandidate: true });

  it.each([
    [20, 5, 200, 20, true],
    [20, 4, 200, 0, false],
    [19, 19, 200, 0, false],
    [400, 5, 200, 0, true],
    [100, 20, 200, 20, false],
    [100, 21, 200, 20, true],
  ])(
    'after %s views, %s of them with an error, when the current version had %s with %s: %4$s',
    (views, errors, currentViews, currentErrors, isBad) => {
      show('2', currentViews, currentErrors);
      show('3', views, errors);
      expect(find(table())).toEqual(isBad ? ['3'] : []);
    },
  );

  it('with a reason in figures', () => {
    show('2', 100, 1);
    show('3', 20, 5);
    expect(health.findUnhealthy(table())).toEqual([
      { name: 'search', version: '3', isCandidate: true, reason: '5 of 20 views had an error, 1.0 % before' },
    ]);
  });

  it('for what happened in the last ten minutes only', () => {
    show('3', 20, 5);
    time += 11 * minuteMs;
    expect(find(table())).toEqual([]);
    show('3', 19, 1);
    expect(find(table())).toEqual([]);
  });
});

describe('a current version goes back', () => {
  it('when it does worse than the previous one did, as several clients say', () => {
    show('1', 100, 1);
    health.findUnhealthy({
      search: { ...createTable().search!, version: '1', previous: [], history: [event('1', 'released', 99)] },
    });
    show('2', 30, 6, 3);
    expect(find(createTable())).toEqual(['2']);
  });

  it.each([
    ['one client says so', {}, 2],
    ['it has been current for a day', { minutesAgo: 24 * 60 + 1 }, 5],
    ['it is what was returned to', { action: 'rolled-back' as const }, 5],
  ])('not when %s', (_case, options, clients) => {
    show('2', 30, 6, clients);
    expect(find(createTable(options))).toEqual([]);
  });

  it('not when it has as many errors as versions usually have', () => {
    show('2', 1000, 40, 5);
    expect(find(createTable())).toEqual([]);
    show('2', 100, 20, 5);
    expect(find(createTable())).toEqual(['2']);
  });
});

describe('the share of views with an error', () => {
  const shown = { frontEnd: 'search', version: '3' };
  const failure = { ...shown, kind: 'render', name: 'Error' } as const;
  const counts = () => health.listCounts()['search 3'];

  it('is never above 100 %, also when errors come without the views that had them', () => {
    for (let index = 0; index < 30; index += 1) health.add({ views: [], errors: [failure] }, 'client');
    expect(counts()).toEqual({ views: 30, errors: 30 });
    health.add({ views: [shown], errors: [] }, 'client');
    health.add({ views: [], errors: [failure] }, 'client');
    expect(counts()).toEqual({ views: 31, errors: 31 });
  });

  it('forgets an error together with its view', () => {
    health.add({ views: [shown, shown], errors: [] }, 'client');
    time += 8 * minuteMs;
    health.add({ views: [], errors: [failure] }, 'client');
    expect(counts()).toEqual({ views: 2, errors: 1 });
    time += 3 * minuteMs;
    expect(counts()).toEqual({ views: 0, errors: 0 });
  });

  it('counts a page again that has an error long after it was opened', () => {
    health.add({ views: [shown], errors: [] }, 'client');
    time += 11 * minuteMs;
    health.add({ views: [], errors: [failure] }, 'client');
    expect(counts()).toEqual({ views: 1, errors: 1 });
  });
});

it('forgets versions that are not in the table any more', () => {
  const table = createTable({ hasCandidate: true });
  show('3', 20, 20);
  health.keepOnly(createTable());
  expect(find(table)).toEqual([]);
  show('3', 20, 20);
  health.keepOnly(table);
  expect(find(table)).toEqual(['3']);
});
