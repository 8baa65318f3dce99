/** What browsers read of airports.json; most important airports first. The build leaves out the other columns. */
export interface AirportList {
  airports: [code: string, name: string, city: string, country: string, region: string][];
  cities: [code: string, city: string, country: string, airports: string[]][];
  otherNames?: [city: string, country: string, names: string[]][];
  /** Names of a country ("GB") or of a region ("US-OR"). */
  areas?: Record<string, string[]>;
  /** Codes of the largest airports near each time zone; only in browsers. */
  nearby?: Record<string, string[]>;
}

/** All columns of an airport. */
export type AirportRow = [
  ...AirportList['airports'][number],
  icao: string,
  continent: string,
  /** In degrees, as is the longitude. */
  latitude: number,
  longitude: number,
  timeZone: string,
  size: 'large' | 'medium',
];

export interface FullAirportList extends Omit<AirportList, 'airports'> {
  airports: AirportRow[];
}

export interface Position {
  lat: number;
  lon: number;
}

const earthRadiusKm = 6371;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres between two points in degrees. */
export function getDistanceKm(from: Position, to: Position): number {
  const h =
    Math.sin(toRadians(to.lat - from.lat) / 2) ** 2 +
    Math.cos(toRadians(from.lat)) *
      Math.cos(toRadians(to.lat)) *
      Math.sin(toRadians(to.lon - from.lon) / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(h));
}

const maxNearby = 5;
const maxNearbyKm = 1500;

/**
 * The codes of the largest airports near each time zone: its own ones, then others around its largest one. Largest first.
 *
 * @param airports most important first
 */
export function listNearby(airports: readonly AirportRow[]): Record<string, string[]> {
  const getPosition = ([, , , , , , , lat, lon]: AirportRow): Position => ({ lat, lon });
  const large = airports.filter(([, , , , , , , , , , size]) => size === 'large');
  const zones = Map.groupBy(airports, ([, , , , , , , , , timeZone]) => timeZone);
  return Object.fromEntries(
    [...zones].map(([timeZone, own]) => {
      const around = large.filter(
        (other) => getDistanceKm(getPosition(own[0]!), getPosition(other)) < maxNearbyKm,
      );
      const nearby = new Set([...own.slice(0, maxNearby), ...around].map(([code]) => code));
      return [timeZone, [...nearby].slice(0, maxNearby)];
    }),
  );
}
