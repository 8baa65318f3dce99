import { describe, expect, it } from 'vitest';
import { getAircraftType } from '../flights/aircraft.ts';
import { dateInDays, buildSearch, listSeats, startSharedSandbox } from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

describe('seat maps', () => {
  it('match the cabin layout of the aircraft and have available and taken seats', async () => {
    const passengers = [{ type: 'adult' as const }, { age: 8 }, { age: 1 }];
    const { data } = await sandbox.duffel.offerRequests.create(
      buildSearch('JFK', 'LHR', dateInDays(40), { passengers }),
    );
    const seenAircraft = new Set<string>();
    for (const offer of data.offers) {
      const flights = offer.slices.flatMap((slice) => slice.segments);
      const hasUnseenAircraft = flights.some((flight) => !seenAircraft.has(flight.aircraft.iata_code));
      if (!hasUnseenAircraft) continue;
      const { data: maps } = await sandbox.duffel.seatMaps.get({ offer_id: offer.id });
      for (const map of maps) {
        const flight = flights.find((candidate) => candidate.id === map.segment_id);
        const code = flight?.aircraft.iata_code ?? '';
        seenAircraft.add(code);
        const layout = getAircraftType(code).cabins.find((cabin) => cabin.cabin === 'economy');
        for (const cabin of map.cabins) {
          expect(cabin.aisles).toBe((layout?.sections.length ?? 0) - 1);
          for (const row of cabin.rows) expect(row.sections).toHaveLength(cabin.aisles + 1);
        }
        const seats = listSeats(map);
        expect(new Set(seats.map((seat) => seat.designator)).size).toBe(seats.length);
        expect(seats.some((seat) => seat.available_services.length === 0)).toBe(true);
        const availableSeats = seats.filter((seat) => seat.available_services.length > 0);
        expect(availableSeats.length).toBeGreaterThan(10);
        for (const seat of availableSeats) {
          const passengerIds = seat.available_services.map((service) => service.passenger_id);
          expect(passengerIds).not.toContain(offer.passengers[2]?.id);
          expect(passengerIds).toHaveLength(seat.name === 'Exit row seat' ? 1 : 2);
        }
      }
    }
    expect(seenAircraft.size).toBeGreaterThan(3);
  });

  it('are empty for airlines without assigned seating', async () => {
    const { data } = await sandbox.duffel.offerRequests.create(buildSearch('DEN', 'LAS', dateInDays(40)));
    const openSeating = data.offers.find((offer) => offer.owner.iata_code === 'WN');
    expect(openSeating).toBeDefined();
    expect((await sandbox.duffel.seatMaps.get({ offer_id: openSeating?.id ?? '' })).data).toEqual([]);
  });
});
