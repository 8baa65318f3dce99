/** An airport, or a city that stands for all of its airports. (AIRPORT-08) */
export interface Airport {
  id: string;
  iata_code: string;
  name: string;
  city_name: string;
  country_code: string;
  /** The airports that a city stands for. */
  members?: readonly string[];
  /** Code of the city that it is an airport of. */
  area?: string;
}

/** "London (LHR)". (AIRPORT-06) */
export const airportLabel = (airport: Airport): string => `${airport.city_name} (${airport.iata_code})`;
