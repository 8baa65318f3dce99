import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAircraftType } from '../flights/aircraft.ts';
import { dateInDays, buildSearch, listSeats, startSandbox, type SandboxHarness } from '../testing/harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => sandbox.stop());

describe('seat maps', () => {
  it('show the cabin of each flight as its aircraft is built, with free and taken seats', async () => {
    const passengers = [{ type: 'adult' as const }, { age: 8 }, { age: 1 }];
    const { data } = await sandbox.duffel.offerRequests.create(
      buildSearch('JFK', 'LHR', dateInDays(40), { passengers }),
    );
    const seen = new Set<string>();
    for (const offer of data.offers) {
      const flights = offer.slices.flatMap((slice) => slice.segments);
      const unseen = flights.some((flight) => !seen.has(flight.aircraft.iata_code));
      if (!unseen) continue;
      const { data: maps } = await sandbox.duffel.seatMaps.get({ offer_id: offer.id });
      for (const map of maps) {
        const flight = flights.find((candidate) => candidate.id === map.segment_id);
        const code = flight?.aircraft.iata_code ?? '';
        seen.add(code);
        const layout = getAircraftType(code).cabins.find((cabin) => cabin.cabin === 'economy');
        for (const cabin of map.cabins) {
          expect(cabin.aisles).toBe((layout?.sections.length ?? 0) - 1);
          for (const row of cabin.rows) expect(row.sections).toHaveLength(cabin.aisles + 1);
        }
        const seats = listSeats(map);
        expect(new Set(seats.map((seat) => seat.designator)).size).toBe(seats.length);
        expect(seats.some((seat) => seat.available_services.length === 0)).toBe(true);
        const free = seats.filter((seat) => seat.available_services.length > 0);
        expect(free.length).toBeGreaterThan(10);
        for (const seat of free) {
          const names = seat.available_services.map((service) => service.passenger_id);
          expect(names).not.toContain(offer.passengers[2]?.id);
          expect(names).toHaveLength(seat.name === 'Exit row seat' ? 1 : 2);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(3);
  });

  it('are missing for airlines without numbered seats', async () => {
    const { data } = await sandbox.duffel.offerRequests.create(buildSearch('DEN', 'LAS', dateInDays(40)));
    const open = data.offers.find((offer) => offer.owner.iata_code === 'WN');
    expect(open).toBeDefined();
    expect((await sandbox.duffel.seatMaps.get({ offer_id: open?.id ?? '' })).data).toEqual([]);
  });
});
