import { findAirport, findMetropolitanArea, type AirportRow } from '../geo/airports.ts';
import { formatLocal } from '../geo/time-zone.ts';
import type { Carrier } from './carriers.ts';
import { findSegmentCarrier } from './network.ts';
import type { Flight } from './flight.ts';
import { listFlights } from './schedule.ts';

/** Time for baggage claim, the transfer between the airports and security. */
const MIN_CONNECTION_MINUTES = 150;
const MAX_CONNECTION_MINUTES = 6 * 60;

/** The other airports of an airport's city. */
const findOtherAirports = (airport: AirportRow): AirportRow[] =>
  (findMetropolitanArea(airport.iata)?.airports ?? [])
    .filter((iata) => iata !== airport.iata)
    .map(findAirport)
    .filter((row) => row !== undefined);

/** Connections with arrival at the hub and departure from another airport of its city: at most one for each airport. */
export function findAirportChanges(
  carrier: Carrier,
  outbound: Carrier,
  { from, hub, to, date }: { from: AirportRow; hub: AirportRow; to: AirportRow; date: string },
): Flight[][] {
  return findOtherAirports(hub).flatMap((otherAirport) => {
    if (otherAirport.iata === from.iata || otherAirport.iata === to.iata) return [];
    const inbound = findSegmentCarrier(carrier, otherAirport, to);
    if (!inbound || (outbound !== carrier && inbound !== carrier)) return [];
    for (const first of listFlights(outbound, from, hub, date)) {
      const day = formatLocal(first.arrivesLocal).slice(0, 10);
      const second = listFlights(inbound, otherAirport, to, day).find(({ departs }) => {
        const waitMinutes = departs - first.arrives;
        return waitMinutes >= MIN_CONNECTION_MINUTES && waitMinutes <= MAX_CONNECTION_MINUTES;
      });
      if (second) return [[first, second]];
    }
    return [];
  });
}
