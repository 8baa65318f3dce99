import type { Airport } from './airport.ts';

export const maxSuggestions = 15;

const asciiOnly = /^[ -~]*$/;

/** Lower case without accents: "São Paulo" is found by "sao paulo". */
export function plain(text: string): string {
  // Most names, and this is done thousands of times when the list is loaded.
  if (asciiOnly.test(text)) return text.toLowerCase().trim();
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
  /** 0 is the most important. */
  importance: number;
  code: string;
  /** Code of the city that it is an airport of: "nyc" finds JFK too. */
  area: string;
  country: string;
  city: string;
  name: string;
  /** The airports of a city, which are listed below it. */
  members: readonly Airport[];
}

/** Prepares a list once, by city and then by importance, so that each keystroke only compares. */
export function indexAirports(airports: readonly Airport[]): IndexedAirport[] {
  const { compare } = new Intl.Collator();
  const byCode = new Map(airports.map((airport) => [airport.iata_code, airport]));
  return airports
    .map((airport, importance) => ({
      airport,
      importance,
      code: plain(airport.iata_code),
      area: plain(airport.area ?? ''),
      country: plain(airport.country_code),
      city: plain(airport.city_name),
      name: plain(airport.name),
      members: (airport.members ?? []).flatMap((code) => byCode.get(code) ?? []),
      // An airport in a town of its own stands with the city it belongs to.
      place: plain((byCode.get(airport.area ?? '') ?? airport).city_name),
    }))
    .sort((a, b) => compare(a.place, b.place));
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

/** The most important places, for a list that is opened before anything is typed. */
export const topAirports = (index: readonly IndexedAirport[]): Airport[] =>
  index.filter(({ importance }) => importance < maxSuggestions).map(({ airport }) => airport);

/**
 * The best matches of what was typed, at most 15; ties by city, then by importance. All airports of a city follow it, but for
 * those that match better. (AIRPORT-09 to AIRPORT-11)
 */
export function rankAirports(index: readonly IndexedAirport[], typed: string): Airport[] {
  const query = plain(typed);
  const words = query.split(/[\s,]+/).filter(Boolean);
  if (words.length === 0) return [];
  const ranked = index
    .filter((entry) => matches(entry, words))
    .map((entry) => ({ entry, closeness: closeness(entry, query) }))
    .sort((a, b) => a.closeness - b.closeness)
    .slice(0, maxSuggestions)
    .flatMap(({ entry }) => [entry.airport, ...entry.members]);
  return [...new Set(ranked)].slice(0, maxSuggestions);
}
