import type { Place } from '@fareline/contracts';

/** The part of an airport's name that distinguishes it from others of its city ("Stansted", "John F Kennedy"), without further names in parentheses; undefined if there is none. */
export function getDistinctAirportName({ name, city_name }: Place): string | undefined {
  const words = (name ?? '')
    .replace(/\([^)]*\)/g, '')
    .replace(/\b(international|airport)\b/gi, '')
    .replace(/\s+(,?)/g, '$1 ')
    .trim();
  const isOfCity = city_name && /^[ ,]/.test(words.slice(city_name.length)) && words.startsWith(city_name);
  const distinct = (isOfCity ? words.slice(city_name.length) : words).replace(/^[ ,]+|[ ,]+$/g, '');
  return distinct && distinct !== city_name ? distinct : undefined;
}
