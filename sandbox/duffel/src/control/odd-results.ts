import { z } from 'zod';
import type { Draft } from '../flights/drafts.ts';
import type { ListedOffer } from '../records.ts';

/**
 * What the next searches find in place of what they would have found: exactly `count` offers, prices in another currency,
 * and, with `broken`, offers among the good ones that no caller can show.
 */
export const OddResultsInput = z.object({
  times: z.number().int().min(1).default(1),
  count: z.number().int().min(0).max(5000).optional(),
  currency: z.enum(['JPY', 'KWD']).optional(),
  broken: z.boolean().optional(),
});
export type OddResults = Omit<z.infer<typeof OddResultsInput>, 'times'>;

/** Odd results wait for a search of their own, in the order in which they came. */
export class OddResultsQueue {
  #waiting: OddResults[] = [];

  add({ times, ...odd }: z.infer<typeof OddResultsInput>): void {
    for (let index = 0; index < times; index += 1) this.#waiting.push(odd);
  }

  take(): OddResults | undefined {
    return this.#waiting.shift();
  }

  clear(): void {
    this.#waiting = [];
  }
}

/** The drafts cut to so many, or repeated under flight numbers of their own. */
export const exactly = (drafts: readonly Draft[], count: number | undefined): Draft[] =>
  count === undefined || drafts.length === 0
    ? [...drafts]
    : Array.from({ length: count }, (_, index) => {
        const draft = drafts[index % drafts.length] as Draft;
        return repeated(draft, Math.floor(index / drafts.length));
      });

const repeated = (draft: Draft, round: number): Draft => ({
  ...draft,
  slices: draft.slices.map((itinerary) => ({
    ...itinerary,
    numbers: itinerary.numbers.map(({ carrier, number }) => ({
      carrier,
      number: 1 + ((number - 1 + round * 1_117) % 9_999),
    })),
  })),
});

/** Offers that real airlines have been seen to send: without flights, without a price, with nulls for names and places. */
export function brokenOffers(good: ListedOffer | undefined): unknown[] {
  if (!good) return [];
  const [slice] = good.slices;
  const [segment] = slice?.segments ?? [];
  const airport = {
    ...segment?.origin,
    iata_code: 'XXQ',
    name: null,
    city_name: null,
    city: null,
    time_zone: null,
  };
  const as = (mark: string, changes: object) => ({
    ...good,
    id: `${good.id.slice(0, -2)}_${mark}`,
    ...changes,
  });
  return [
    null,
    as('1', { slices: [{ ...slice, segments: [] }] }),
    as('2', { slices: null }),
    as('3', { total_amount: null }),
    as('4', { total_currency: 'POINTS' }),
    as('5', {
      owner: null,
      conditions: null,
      total_emissions_kg: null,
      payment_requirements: null,
      slices: [
        {
          ...slice,
          origin: null,
          duration: null,
          fare_brand_name: null,
          segments: [
            {
              ...segment,
              origin: airport,
              destination: null,
              duration: null,
              aircraft: null,
              marketing_carrier: null,
              operating_carrier: null,
              passengers: null,
              stops: null,
            },
          ],
        },
      ],
    }),
  ];
}
