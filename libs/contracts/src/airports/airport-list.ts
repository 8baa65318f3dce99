/** What browsers read of airports.json; most important airports first. The build leaves out the other columns. */
export interface AirportList {
  airports: [code: string, name: string, city: string, country: string, region: string][];
  cities: [code: string, city: string, country: string, airports: string[]][];
  otherNames?: [city: string, country: string, names: string[]][];
  /** Names of a country ("GB") or of a region ("US-OR"). */
  areas?: Record<string, string[]>;
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
