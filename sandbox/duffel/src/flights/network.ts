import { airportList, type AirportRow } from '../geo/airports.ts';
import { getDistanceKm } from '../geo/distance.ts';
import { carriers, type Carrier } from './carriers.ts';
import { seededFraction } from './seeded-random.ts';

/** The route network: which carrier flies between which airports. Every flight starts or ends at a hub of its carrier. */

const MIN_DISTANCE_KM = 120;
const allHubs = new Set(carriers.flatMap((carrier) => carrier.hubs));
const airportsByIata = new Map(airportList.map((row) => [row.iata, row]));
const defaultHubs = new Map<string, { hub: string; carrier: string } | null>();

export const listHubs = (carrier: Carrier): AirportRow[] =>
  carrier.hubs.map((iata) => airportsByIata.get(iata)).filter((row) => row !== undefined);

/** The hub that always serves an airport, so that each airport has a route: a near one, if possible in its country. */
function findDefaultHub(airport: AirportRow): { hub: string; carrier: string } | null {
  const cached = defaultHubs.get(airport.iata);
  if (cached !== undefined) return cached;
  let best: { hub: string; carrier: string } | null = null;
  let bestCost = Infinity;
  for (const carrier of carriers) {
    if (carrier.isLowCost) continue;
    for (const hub of listHubs(carrier)) {
      if (hub.iata === airport.iata) continue;
      const km = getDistanceKm(hub, airport);
      const cost =
        km + (hub.country === airport.country ? 0 : 1500) + (hub.continent === airport.continent ? 0 : 2500);
      if (km >= MIN_DISTANCE_KM && cost < bestCost) {
        bestCost = cost;
        best = { hub: hub.iata, carrier: carrier.code };
      }
    }
  }
  defaultHubs.set(airport.iata, best);
  return best;
}

function getServiceProbability(carrier: Carrier, hub: AirportRow, other: AirportRow, km: number): number {
  const rank = other.rank;
  const isLarge = other.size === 'large';
  if (hub.country === other.country) return isLarge ? 0.95 : km < 3500 ? 0.6 : 0;
  if (!carrier.continents.includes(other.continent)) return 0;
  if (carrier.isLowCost) {
    if (km > 6000 || (km > 4200 && rank > 40)) return 0;
    return rank < 120 ? 0.6 : isLarge ? 0.35 : km < 3000 ? 0.12 : 0;
  }
  const isLongHaul = km > 4500;
  if (rank < 25) return 1;
  if (rank < 120) return isLongHaul ? 0.45 : 0.75;
  if (rank < 330) return isLongHaul ? 0.16 : 0.5;
  if (isLarge) return isLongHaul ? 0.06 : 0.35;
  return km < 2500 ? 0.15 : 0.01;
}

const servesCache = new Map<string, boolean>();

/** Whether `carrier` flies non-stop between its `hub` and `other`, in both directions. */
function hasNonStopFromHub(carrier: Carrier, hub: AirportRow, other: AirportRow): boolean {
  const key = `${carrier.code}|${hub.iata}|${other.iata}`;
  const cached = servesCache.get(key);
  if (cached !== undefined) return cached;
  const km = getDistanceKm(hub, other);
  const defaultHub = findDefaultHub(other);
  const isServed =
    km >= MIN_DISTANCE_KM &&
    km <= 14_700 &&
    ((defaultHub?.hub === hub.iata && defaultHub.carrier === carrier.code) ||
      (carrier.hubs.includes(other.iata) && !carrier.isLowCost) ||
      seededFraction(`serves|${key}`) < getServiceProbability(carrier, hub, other, km));
  servesCache.set(key, isServed);
  return isServed;
}

/** Whether `carrier` flies non-stop between `a` and `b`, in both directions. */
export function hasNonStop(carrier: Carrier, a: AirportRow, b: AirportRow): boolean {
  return (
    (carrier.hubs.includes(a.iata) && hasNonStopFromHub(carrier, a, b)) ||
    (carrier.hubs.includes(b.iata) && hasNonStopFromHub(carrier, b, a))
  );
}

const carriersByAlliance = new Map<string, Carrier[]>();
for (const carrier of carriers) {
  if (!carrier.alliance) continue;
  carriersByAlliance.set(carrier.alliance, [...(carriersByAlliance.get(carrier.alliance) ?? []), carrier]);
}

/** The carrier that flies a segment sold by `carrier` from `a` to `b`: itself, else the first member of its alliance. */
export function findSegmentCarrier(carrier: Carrier, a: AirportRow, b: AirportRow): Carrier | undefined {
  if (hasNonStop(carrier, a, b)) return carrier;
  if (!carrier.alliance || !(allHubs.has(a.iata) || allHubs.has(b.iata))) return undefined;
  return carriersByAlliance
    .get(carrier.alliance)
    ?.find((partner) => partner !== carrier && hasNonStop(partner, a, b));
}
