import type { Offer } from '@fareline/contracts';
import { getMarketingCarriers } from '../offers/offer-properties.ts';

export interface AirlineChoice {
  code: string;
  name: string;
  count: number;
}

/** The airlines that are always listed first. (FILTER-07) */
const fixedAirlines: readonly (readonly [code: string, name: string])[] = [
  ['AA', 'American Airlines'],
  ['DL', 'Delta Air Lines'],
  ['UA', 'United Airlines'],
  ['B6', 'JetBlue'],
  ['WN', 'Southwest Airlines'],
  ['AS', 'Alaska Airlines'],
  ['F9', 'Frontier Airlines'],
  ['NK', 'Spirit Airlines'],
  ['CX', 'Cathay Pacific'],
  ['QF', 'Qantas'],
  ['BA', 'British Airways'],
  ['LH', 'Lufthansa'],
];

/** The fixed twelve airlines, then all other carriers of the results by name, each with its number of offers. (FILTER-07, FILTER-08, D11) */
export function getAirlineChoices(offers: readonly Offer[]): AirlineChoice[] {
  const choices = new Map(fixedAirlines.map(([code, name]) => [code, { code, name, count: 0 }]));
  const others = new Map<string, AirlineChoice>();
  for (const offer of offers) {
    for (const { iata_code: code, name } of getMarketingCarriers(offer)) {
      if (!code) continue;
      const known = choices.get(code) ?? others.get(code) ?? { code, name: name ?? code, count: 0 };
      known.count += 1;
      if (!choices.has(code)) others.set(code, known);
    }
  }
  return [...choices.values(), ...[...others.values()].sort((a, b) => a.name.localeCompare(b.name))];
}
