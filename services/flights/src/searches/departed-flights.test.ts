import { localTimeToInstant } from '@fareline/contracts';
import { expect, it } from 'vitest';
import { allResults, dateInDays, search, startSharedHarness, uniqueSearch } from '../testing/harness.ts';

const harness = await startSharedHarness({ sandboxEnv: allResults });
const app = await harness.startReplica();

// At any hour of the day one of them has flights that have departed, and one has some that have not.
it('[DEPART-01] lists no flight of today that departs within the hour or has departed', async () => {
  const departures: number[] = [];
  for (const [origin, destination] of [
    ['HNL', 'LAX'],
    ['LHR', 'JFK'],
    ['AKL', 'SYD'],
  ]) {
    const { offers } = await search(app, uniqueSearch({ origin, destination, departureDate: dateInDays(0) }));
    for (const { slices, expires_at } of offers) {
      const { departing_at, origin: airport } = slices[0]!.segments[0]!;
      const departure = localTimeToInstant(departing_at!, airport.time_zone!);
      departures.push(departure);
      expect(Date.parse(expires_at)).toBeLessThanOrEqual(departure - 60 * 60_000);
    }
  }
  expect(departures.length).toBeGreaterThan(0);
  expect(Math.min(...departures)).toBeGreaterThan(Date.now() + 60 * 60_000);
});
