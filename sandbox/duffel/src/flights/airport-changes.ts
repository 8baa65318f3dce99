import { findAirport, metropolitanAreaOf, type AirportRow } from '../geo/airports.ts';
import { formatLocal } from '../geo/time-zone.ts';
import type { Carrier } from './carriers.ts';
import { carrierOfLeg } from './network.ts';
import { flightsOf, type Flight } from './schedule.ts';

/** Bags, a bus and security once more. */
const LEAST_MINUTES = 150;
const MOST_MINUTES = 6 * 60;

/** The other airports of an airport's city. */
const neighboursOf = (airport: AirportRow): AirportRow[] =>
  (metropolitanAreaOf(airport.iata)?.airports ?? [])
    .filter((iata) => iata !== airport.iata)
    .map(findAirport)
    .filter((row) => row !== undefined);

/** Ways on which the passenger lands at one airport of the hub's city and goes on from another: one for each pair. */
export function changesOfAirport(
  carrier: Carrier,
  outbound: Carrier,
  { from, hub, to, date }: { from: AirportRow; hub: AirportRow; to: AirportRow; date: string },
): Flight[][] {
  return neighboursOf(hub).flatMap((other) => {
    if (other.iata === from.iata || other.iata === to.iata) return [];
    const inbound = carrierOfLeg(carrier, other, to);
    if (!inbound || (outbound !== carrier && inbound !== carrier)) return [];
    for (const first of flightsOf(outbound, from, hub, date)) {
      const day = formatLocal(first.arrivesLocal).slice(0, 10);
      const second = flightsOf(inbound, other, to, day).find(({ departs }) => {
        const wait = departs - first.arrives;
        return wait >= LEAST_MINUTES && wait <= MOST_MINUTES;
      });
      if (second) return [[first, second]];
    }
    return [];
  });
}
