/** An airport, or a city code for all airports of that city. (AIRPORT-08) */
export interface Airport {
  id: string;
  iata_code: string;
  name: string;
  city_name: string;
  country_code: string;
  /** Further names of the city: "München" of Munich. */
  otherNames?: readonly string[];
  /** Names of its country and state, and the letters of the state: "United States", "Oregon", "OR". */
  placeNames?: readonly string[];
  /** IATA codes of the airports of a city; only on a city. */
  members?: readonly string[];
  /** IATA code of the city of an airport; only on an airport of a city with several airports. */
  cityCode?: string;
  /** Whether it is one of the largest airports near the time zone of the browser. */
  isNearby?: boolean;
}

/** "London (LHR)". (AIRPORT-06) */
export const airportLabel = (airport: Airport): string => `${airport.city_name} (${airport.iata_code})`;
