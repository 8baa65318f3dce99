import type { Airport } from './airport.ts';

const maxSuggestions = 15;

const asciiPattern = /^[ -~]*$/;

/** Letters that have no accent to remove. */
const baseLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', '’': "'" };

const letterPairs: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae' };

/** Lower case without accents, so that "sao paulo" finds "São Paulo". */
function normaliseText(text: string): string {
  // Fast path: most names are ASCII, and thousands of them are normalised when the list is loaded.
  if (asciiPattern.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/ı/g, 'i')
    .toLowerCase()
    .replace(/[øłđßæœ’]/g, (letter) => baseLetters[letter]!);
}

/** Lower case without accents, in both spellings of those that are written as two letters too: "munchen" and "muenchen". */
function normaliseName(name: string): string[] {
  const plain = normaliseText(name);
  if (asciiPattern.test(name)) return [plain];
  const spelledOut = name
    .normalize('NFC')
    .replace(/[äöüåøæ]/gi, (letter) => letterPairs[letter.toLowerCase()]!);
  return [...new Set([plain, normaliseText(spelledOut)])];
}

export interface IndexedAirport {
  airport: Airport;
  /** Position in the list; 0 is the most important. */
  importance: number;
  code: string;
  /** Code of the airport's city, so that "nyc" finds JFK too. */
  cityCode: string | undefined;
  country: string;
  city: string;
  /** Other names and spellings of the city. */
  otherCities: readonly string[];
  name: string;
  /** The airports of a city, listed below it. */
  members: readonly Airport[];
}

/** Sorts and normalises the list once, by city and then by importance, so that a keystroke only compares. */
export function indexAirports(airports: readonly Airport[]): IndexedAirport[] {
  const { compare } = new Intl.Collator();
  const byCode = new Map<string | undefined, Airport>(
    airports.map((airport) => [airport.iata_code, airport]),
  );
  return airports
    .map((airport, importance) => ({
      airport,
      importance,
      code: airport.iata_code.toLowerCase(),
      cityCode: airport.cityCode?.toLowerCase(),
      country: airport.country_code.toLowerCase(),
      city: normaliseText(airport.city_name),
      otherCities: [
        ...normaliseName(airport.city_name).slice(1),
        ...(airport.otherNames ?? []).flatMap(normaliseName),
      ],
      name: normaliseText(airport.name),
      members: airport.members?.flatMap((code) => byCode.get(code) ?? []) ?? [],
      // An airport in another municipality is sorted with its city.
      sortCity: normaliseText((byCode.get(airport.cityCode) ?? airport).city_name),
    }))
    .sort((a, b) => compare(a.sortCity, b.sortCity));
}

/** Whether every word is part of the city, in any of its names, or of the airport's name, or equals the code or country. (AIRPORT-09) */
function matches(entry: IndexedAirport, words: readonly string[]): boolean {
  return words.every(
    (word) =>
      entry.city.includes(word) ||
      entry.name.includes(word) ||
      entry.otherCities.some((city) => city.includes(word)) ||
      entry.code === word ||
      entry.cityCode === word ||
      entry.country === word,
  );
}

/** Match rank: 0 exact, 1 prefix, 2 substring. (AIRPORT-10) */
function getMatchRank({ city, otherCities, name, code }: IndexedAirport, query: string): number {
  const texts = [city, name, code, ...otherCities];
  if (texts.includes(query)) return 0;
  return texts.some((text) => text.startsWith(query)) ? 1 : 2;
}

/** The most important airports, suggested before anything is typed. */
export const getTopAirports = (index: readonly IndexedAirport[]): Airport[] =>
  index.filter(({ importance }) => importance < maxSuggestions).map(({ airport }) => airport);

/**
 * At most 15 matches, best first; ties by city, then by importance. A city is followed by its airports, except those that
 * matched better and are listed above it. (AIRPORT-09 to AIRPORT-11)
 */
export function rankAirports(index: readonly IndexedAirport[], typed: string): Airport[] {
  const query = normaliseText(typed).trim();
  const words = query.split(/[\s,]/).filter(Boolean);
  if (words.length === 0) return [];
  const ranked = index
    .filter((entry) => matches(entry, words))
    .map((entry) => ({ entry, matchRank: getMatchRank(entry, query) }))
    .sort((a, b) => a.matchRank - b.matchRank)
    .slice(0, maxSuggestions)
    .flatMap(({ entry }) => [entry.airport, ...entry.members]);
  return [...new Set(ranked)].slice(0, maxSuggestions);
}
