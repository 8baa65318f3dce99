import type { Airport } from './airport.ts';

export const shownAirports = 15;

/** Lower case without accents: "São Paulo" is found by "sao paulo". */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/ı/g, 'i')
    .replace(/ø/gi, 'o')
    .replace(/ł/gi, 'l')
    .toLowerCase()
    .trim();
}

export interface IndexedAirport {
  airport: Airport;
  code: string;
  /** Code of the city that it is an airport of: "nyc" finds JFK too. */
  area: string | undefined;
  country: string;
  city: string;
  name: string;
}

/** Prepares a list once, by city and then by importance, so that each keystroke only compares. */
export function indexAirports(airports: readonly Airport[]): IndexedAirport[] {
  const { compare } = new Intl.Collator();
  const areas = new Map(
    airports.flatMap(({ iata_code, members = [] }) => members.map((code) => [code, plain(iata_code)])),
  );
  return airports
    .map((airport) => ({
      airport,
      code: plain(airport.iata_code),
      area: areas.get(airport.iata_code),
      country: plain(airport.country_code),
      city: plain(airport.city_name),
      name: plain(airport.name),
    }))
    .sort((a, b) => compare(a.city, b.city));
}

/** Whether every word is part of the city or the name, or is the code or the country. (AIRPORT-09) */
function matches(entry: IndexedAirport, words: readonly string[]): boolean {
  return words.every(
    (word) =>
      entry.city.includes(word) ||
      entry.name.includes(word) ||
      entry.code === word ||
      entry.area === word ||
      entry.country === word,
  );
}

/** 0 exact, 1 the beginning, 2 somewhere within. (AIRPORT-10) */
function closeness({ city, name, code }: IndexedAirport, query: string): number {
  const texts = [city, name, code];
  if (texts.includes(query)) return 0;
  return texts.some((text) => text.startsWith(query)) ? 1 : 2;
}

/** The best matches of what was typed, at most 15; ties by city, then by importance. (AIRPORT-09 to AIRPORT-11) */
export function rankAirports(index: readonly IndexedAirport[], typed: string): Airport[] {
  const query = plain(typed);
  const words = query.split(/[\s,]+/).filter(Boolean);
  if (words.length === 0) return [];
  return index
    .filter((entry) => matches(entry, words))
    .map((entry) => ({ entry, closeness: closeness(entry, query) }))
    .sort((a, b) => a.closeness - b.closeness)
    .slice(0, shownAirports)
    .map(({ entry }) => entry.airport);
}
