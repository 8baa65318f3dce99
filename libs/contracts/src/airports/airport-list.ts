/** The format of airports.json; most important airports first. */
export interface AirportList {
  airports: [code: string, name: string, city: string, country: string, region?: string][];
  cities: [code: string, city: string, country: string, airports: string[]][];
  otherNames?: [city: string, country: string, names: string[]][];
  /** Names of a country ("GB") or of a region ("US-OR"). */
  areas?: Record<string, string[]>;
}
