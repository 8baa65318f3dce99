import type { Place } from '@fareline/contracts';

/** What tells an airport from the others of its city: "Stansted", "John F Kennedy"; undefined where nothing does. */
export function getDistinctAirportName({ name, city_name }: Place): string | undefined {
  const words = (name ?? '')
    .replace(/\b(international|airport)\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  const own = city_name && words.startsWith(`${city_name} `) ? words.slice(city_name.length + 1) : words;
  return own && own !== city_name ? own : undefined;
}
