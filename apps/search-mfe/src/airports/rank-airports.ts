import { distance } from 'fastest-levenshtein';
import type { Airport } from './airport.ts';

const maxSuggestions = 15;

const asciiPattern = /^[ -~]*$/;

/** Letters that have no accent to remove. */
const baseLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

const letterPairs: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae' };

/** Words that travellers also write in short. */
const shortWords: Record<string, string> = { saint: 'st', sainte: 'st', sint: 'st', fort: 'ft', mount: 'mt' };
const longWords: Record<string, string> = { st: 'saint', ft: 'fort', mt: 'mount' };

/** Lower case without accents; full-width letters are the usual ones. */
const removeAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[øłđðþßæœı]/g, (letter) => baseLetters[letter]!);

/** Words without accents, apostrophes, dots of initials and other punctuation: "São Paulo (GRU)" is "sao paulo gru". */
function normaliseText(text: string): string {
  // Fast paths: most names are plain words in ASCII, and thousands of them are normalised when the list is loaded.
  const plain = asciiPattern.test(text) ? text.toLowerCase() : removeAccents(text);
  if (/^[a-z\d]+(?: [a-z\d]+)*$/.test(plain)) return plain;
  return plain
    .replace(/['’‘`]|(?<=\b\p{L})\./gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const replaceWords = (name: string, words: Record<string, string>): string =>
  name.replace(/\w+/g, (word) => words[word] ?? word);

const shortWordPattern = /\b(?:sainte?|sint|st|fort|ft|mount|mt)\b/;

/** All spellings of a name: "munchen" and "muenchen", "st louis" and "saint louis". */
function normaliseName(name: string): string[] {
  const spellings = [normaliseText(name)];
  if (!asciiPattern.test(name)) {
    const pairs = name.normalize('NFC').replace(/[äöüåøæ]/gi, (letter) => letterPairs[letter.toLowerCase()]!);
    spellings.push(normaliseText(pairs));
  }
  for (const words of shortWordPattern.test(spellings[0]!) ? [shortWords, longWords] : [])
    spellings.push(...spellings.map((spelling) => replaceWords(spelling, words)));
  return [...new Set(spellings)];
}

export interface IndexedAirport {
  airport: Airport;
  /** City, its other names and the airport's name, in all spellings, each between line breaks. */
  names: string;
  /** IATA code, and that of the airport's city, so that "nyc" finds JFK too. */
  codes: readonly string[];
  /** Names and codes of country and state, each between line breaks. */
  places: string;
  /** `places`, with each word between spaces. */
  placeWords: string;
  /** The airports of a city, listed below it. */
  members: readonly Airport[];
}

const toLines = (names: readonly string[]): string => `\n${names.flatMap(normaliseName).join('\n')}\n`;

/** Normalises the list once, most important airports first, so that a keystroke only compares. */
export function indexAirports(airports: readonly Airport[]): IndexedAirport[] {
  const byCode = new Map(airports.map((airport) => [airport.iata_code, airport]));
  const knownPlaces = new Map<string, string>();
  const getPlaces = (names: readonly string[]): string => {
    const key = names.join();
    const places = knownPlaces.get(key) ?? toLines(names);
    knownPlaces.set(key, places);
    return places;
  };
  return airports.map((airport) => {
    const { city_name: city, name, otherNames = [], placeNames = [], members = [] } = airport;
    const places = getPlaces([airport.country_code, ...placeNames]);
    return {
      airport,
      names: toLines([city, ...otherNames, name]),
      codes: [airport.iata_code, airport.cityCode ?? airport.iata_code].map((code) => code.toLowerCase()),
      places,
      placeWords: places.replaceAll('\n', ' '),
      members: members.flatMap((code) => byCode.get(code) ?? []),
    };
  });
}

/**
 * Whether the word is part of the city or of the airport's name, begins a word of its country or state, or equals a code; one or two
 * letters are a whole word of a country or state. (AIRPORT-09)
 */
const matches = ({ names, codes, placeWords }: IndexedAirport, word: string): boolean =>
  names.includes(word) ||
  codes.includes(word) ||
  placeWords.includes(word.length > 2 ? ` ${word}` : ` ${word} `);

/** Rank of a text: exact, exact country or state, prefix, prefix of a word or country, code of a country, part of a word. (AIRPORT-10) */
function getTextRank({ names, codes, places }: IndexedAirport, text: string): number {
  if (names.includes(`\n${text}\n`) || codes[0] === text) return 0;
  const isPlace = places.includes(`\n${text}\n`);
  if (codes.includes(text) || (isPlace && text.length > 2)) return 1;
  if (names.includes(`\n${text}`)) return 2;
  if (names.includes(` ${text}`) || (!isPlace && places.includes(`\n${text}`) && text.length > 2)) return 3;
  if (isPlace) return 4;
  return names.includes(text) ? 5 : 6;
}

/** Best rank of the words, with and without the country, state and code around them. */
function getMatchRank(entry: IndexedAirport, words: readonly string[]): number {
  const isPlace = (word: string) => entry.placeWords.includes(` ${word} `) || entry.codes.includes(word);
  const first = words.findIndex((word) => !isPlace(word));
  const last = words.findLastIndex((word) => !isPlace(word));
  let rank = getTextRank(entry, words.join(' '));
  for (let start = 0; start <= (first < 0 ? words.length - 1 : first); start += 1)
    for (let end = words.length; end > Math.max(last, start); end -= 1)
      rank = Math.min(rank, getTextRank(entry, words.slice(start, end).join(' ')));
  return rank;
}

/** A word of fewer letters is near too many names. */
const minCorrectedLength = 5;

/** Whether a name begins with the word but for one letter: another, missing, added, or swapped with the next. */
function beginsWithSlip(name: string, word: string): boolean {
  let at = 0;
  while (at < word.length && name[at] === word[at]) at += 1;
  return (
    name.startsWith(word.slice(at + 1), at + 1) ||
    name.startsWith(word.slice(at + 1), at) ||
    name.startsWith(word.slice(at), at + 1) ||
    (name[at] === word[at + 1] && name[at + 1] === word[at] && name.startsWith(word.slice(at + 2), at + 2))
  );
}

const knownNames = new WeakMap<
  readonly IndexedAirport[],
  readonly (readonly [name: string, joined: string])[]
>();

/** All names and their words, most important airports first, each with its letters only. Read where nothing matches, so made then. */
function getNames(index: readonly IndexedAirport[]) {
  const known = knownNames.get(index);
  if (known) return known;
  const lines = index.flatMap(({ names, places }) => `${names}${places}`.split('\n'));
  const names = new Set(lines.flatMap((line) => [line, ...line.split(' ')]));
  const made = [...names].map((name) => [name, name.replaceAll(' ', '')] as const);
  knownNames.set(index, made);
  return made;
}

/**
 * The name that a word without a match means: one that begins with it when written together ("capetown"), else with a slip of a letter
 * ("barcellona"). Of several the one whose length is nearest, then that of the most important airport. (PICK-01)
 */
function correctWord(index: readonly IndexedAirport[], word: string): string {
  if (word.length < minCorrectedLength) return word;
  const findNearest = (begins: (name: string) => boolean) => {
    const found = getNames(index).filter(([, joined]) => begins(joined));
    const [nearest] = found.sort(([, a], [, b]) => a.length - b.length);
    return nearest?.[0];
  };
  const together = findNearest((name) => name.startsWith(word));
  return together ?? findNearest((name) => beginsWithSlip(name, word)) ?? word;
}

/** Options of the picker below a heading. */
export interface AirportGroup {
  heading?: string;
  airports: readonly Airport[];
  /** Whether nothing matches, and these are what may have been meant. */
  isGuess?: boolean;
}

/** Airports that are suggested before anything is typed: recent ones, those near the browser's time zone, the most important ones. */
export function suggestAirports(
  index: readonly IndexedAirport[],
  recentCodes: readonly string[],
): AirportGroup[] {
  const airports = index.map(({ airport }) => airport);
  const recent = recentCodes.flatMap((code) => airports.find(({ iata_code }) => iata_code === code) ?? []);
  // A city stands for its airports.
  const others = airports.filter((airport) => !recent.includes(airport) && airport.cityCode === undefined);
  const nearby = others.filter(({ isNearby }) => isNearby);
  const popular = others
    .filter(({ isNearby }) => !isNearby)
    .slice(0, maxSuggestions - recent.length - nearby.length);
  return [
    { heading: 'Recent', airports: recent },
    { heading: 'Near you', airports: nearby },
    { heading: 'Popular', airports: popular },
  ];
}

/** Part of the letters of a name that may differ from what was typed, for it to be what was meant. */
const maxDifference = 0.4;

/** The city whose name is spelt most like what was typed and matches nothing; undefined if none is. Of several the most important one. */
export function findNearestCity(index: readonly IndexedAirport[], typed: string): string | undefined {
  const text = normaliseText(typed);
  let nearest: { city: string; difference: number } | undefined;
  for (const { airport } of index)
    for (const name of [airport.city_name, ...(airport.otherNames ?? [])]) {
      const spelling = normaliseText(name);
      const difference = distance(text, spelling) / Math.max(text.length, spelling.length);
      if (difference < (nearest?.difference ?? maxDifference))
        nearest = { city: airport.city_name, difference };
    }
  return nearest?.city;
}

/**
 * At most 15 matches, best first; ties by importance. The first word that matches has to; of the others, as many as one airport matches,
 * the rest is left out. A city is followed by its airports, except those that matched better and are listed above it.
 * (AIRPORT-09 to AIRPORT-11, PICK-01 to PICK-03)
 */
export function rankAirports(index: readonly IndexedAirport[], typed: string): Airport[] {
  const typedWords = normaliseText(typed).split(' ').filter(Boolean);
  const findFirst = (words: readonly string[]) =>
    words.find((word) => index.some((entry) => matches(entry, word)));
  const words = findFirst(typedWords)
    ? typedWords
    : typedWords.flatMap((word) => correctWord(index, word).split(' '));
  const first = findFirst(words);
  if (first === undefined) return [];
  const candidates = index
    .filter((entry) => matches(entry, first))
    .map((entry) => ({ entry, matched: words.filter((word) => matches(entry, word)) }));
  const maxMatched = Math.max(...candidates.map(({ matched }) => matched.length));
  const ranked = candidates
    .filter(({ matched }) => matched.length === maxMatched)
    .map(({ entry, matched }) => ({ entry, matchRank: getMatchRank(entry, matched) }))
    .sort((a, b) => a.matchRank - b.matchRank)
    .slice(0, maxSuggestions)
    .flatMap(({ entry }) => [entry.airport, ...entry.members]);
  return [...new Set(ranked)].slice(0, maxSuggestions);
}
