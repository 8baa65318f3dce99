/** Travellers rarely go further for a lower price. */
const maxDistanceKm = 100;

const maxNearby = 5;
const earthRadiusKm = 6371;

interface LocatedAirport {
  iata: string;
  /** In degrees, as is `lon`. */
  lat: number;
  lon: number;
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres. */
function getDistanceKm(from: LocatedAirport, to: LocatedAirport): number {
  const h =
    Math.sin(toRadians(to.lat - from.lat) / 2) ** 2 +
    Math.cos(toRadians(from.lat)) *
      Math.cos(toRadians(to.lat)) *
      Math.sin(toRadians(to.lon - from.lon) / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(h));
}

/** For each airport that has any, the five most important others of its city or within 100 km, in the order of `airports`. */
export function findNearbyAirports(
  airports: readonly LocatedAirport[],
  cities: readonly { airports: readonly string[] }[],
): Record<string, string[]> {
  const findCity = (iata: string) => cities.find(({ airports: members }) => members.includes(iata));
  const entries = airports.map((airport) => {
    const members = findCity(airport.iata)?.airports ?? [];
    const nearby = airports
      .filter((other) => other !== airport)
      .filter((other) => members.includes(other.iata) || getDistanceKm(airport, other) <= maxDistanceKm)
      .slice(0, maxNearby)
      .map(({ iata }) => iata);
    return [airport.iata, nearby] as const;
  });
  return Object.fromEntries(entries.filter(([, nearby]) => nearby.length > 0));
}
