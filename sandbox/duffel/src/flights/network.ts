import { airportList, type AirportRow } from '../geo/airports.ts';
import { distanceKm } from '../geo/distance.ts';
import { carriers, type Carrier } from './carriers.ts';
import { chance } from './random.ts';

/** Which carrier flies between which airports. Every leg begins or ends at a hub of its carrier. */

const SHORTEST_KM = 120;
const allHubs = new Set(carriers.flatMap((carrier) => carrier.hubs));
const byIata = new Map(airportList.map((row) => [row.iata, row]));
const anchors = new Map<string, { hub: string; carrier: string } | null>();

export const hubRows = (carrier: Carrier): AirportRow[] =>
  carrier.hubs.map((iata) => byIata.get(iata)).filter((row) => row !== undefined);

/** The hub that links an airport nobody else would serve: the nearest, in the same country where there is one. */
function anchorOf(airport: AirportRow): { hub: string; carrier: string } | null {
  const known = anchors.get(airport.iata);
  if (known !== undefined) return known;
  let best: { hub: string; carrier: string } | null = null;
  let bestCost = Infinity;
  for (const carrier of carriers) {
    if (carrier.lowCost) continue;
    for (const hub of hubRows(carrier)) {
      if (hub.iata === airport.iata) continue;
      const km = distanceKm(hub, airport);
      const cost =
        km + (hub.country === airport.country ? 0 : 1500) + (hub.continent === airport.continent ? 0 : 2500);
      if (km >= SHORTEST_KM && cost < bestCost) {
        bestCost = cost;
        best = { hub: hub.iata, carrier: carrier.code };
      }
    }
  }
  anchors.set(airport.iata, best);
  return best;
}

function likelihood(carrier: Carrier, hub: AirportRow, other: AirportRow, km: number): number {
  const rank = other.rank;
  const large = other.size === 'large';
  if (hub.country === other.country) return large ? 0.95 : km < 3500 ? 0.6 : 0;
  if (!carrier.reach.includes(other.continent)) return 0;
  if (carrier.lowCost) {
    if (km > 6000 || (km > 4200 && rank > 40)) return 0;
    return rank < 120 ? 0.6 : large ? 0.35 : km < 3000 ? 0.12 : 0;
  }
  const far = km > 4500;
  if (rank < 25) return 1;
  if (rank < 120) return far ? 0.45 : 0.75;
  if (rank < 330) return far ? 0.16 : 0.5;
  if (large) return far ? 0.06 : 0.35;
  return km < 2500 ? 0.15 : 0.01;
}

const decided = new Map<string, boolean>();

/** Whether `carrier` flies non-stop between its `hub` and `other`, in both directions. */
function serves(carrier: Carrier, hub: AirportRow, other: AirportRow): boolean {
  const key = `${carrier.code}|${hub.iata}|${other.iata}`;
  const known = decided.get(key);
  if (known !== undefined) return known;
  const km = distanceKm(hub, other);
  const anchor = anchorOf(other);
  const answer =
    km >= SHORTEST_KM &&
    km <= 14_700 &&
    ((anchor?.hub === hub.iata && anchor.carrier === carrier.code) ||
      (carrier.hubs.includes(other.iata) && !carrier.lowCost) ||
      chance(`serves|${key}`) < likelihood(carrier, hub, other, km));
  decided.set(key, answer);
  return answer;
}

/** Whether `carrier` flies non-stop from `a` to `b` (and back). */
export function flies(carrier: Carrier, a: AirportRow, b: AirportRow): boolean {
  return (
    (carrier.hubs.includes(a.iata) && serves(carrier, a, b)) ||
    (carrier.hubs.includes(b.iata) && serves(carrier, b, a))
  );
}

const alliances = new Map<string, Carrier[]>();
for (const carrier of carriers) {
  if (!carrier.alliance) continue;
  alliances.set(carrier.alliance, [...(alliances.get(carrier.alliance) ?? []), carrier]);
}

/** Who carries a passenger of `carrier` from `a` to `b`: itself, else the first partner of its alliance that does. */
export function carrierOfLeg(carrier: Carrier, a: AirportRow, b: AirportRow): Carrier | undefined {
  if (flies(carrier, a, b)) return carrier;
  if (!carrier.alliance || !(allHubs.has(a.iata) || allHubs.has(b.iata))) return undefined;
  return alliances.get(carrier.alliance)?.find((partner) => partner !== carrier && flies(partner, a, b));
}
