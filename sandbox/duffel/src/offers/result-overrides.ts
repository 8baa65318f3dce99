import { z } from 'zod';
import type { OfferDraft } from '../flights/offer-drafts.ts';

/**
 * Overrides the results of the next `times` searches: number of offers, currency, and added broken offers. With `departure_date` only
 * of searches that depart on this day, so that a late call of another search does not take them.
 */
export const ResultOverridesInput = z.object({
  times: z.number().int().min(1).default(1),
  departure_date: z.iso.date().optional(),
  count: z.number().int().min(0).max(5000).optional(),
  currency: z.enum(['EUR', 'HUF', 'JPY', 'KWD']).optional(),
  broken: z.boolean().optional(),
});
export type ResultOverrides = Omit<z.infer<typeof ResultOverridesInput>, 'times'>;

/** Overrides for the next searches, first in, first out; each search takes the first that is for its day. */
export class ResultOverridesQueue {
  #pending: ResultOverrides[] = [];

  add({ times, ...overrides }: z.infer<typeof ResultOverridesInput>): void {
    for (let index = 0; index < times; index += 1) this.#pending.push(overrides);
  }

  take(departureDate: string | undefined): ResultOverrides | undefined {
    const index = this.#pending.findIndex(
      ({ departure_date: day }) => day === undefined || day === departureDate,
    );
    return index < 0 ? undefined : this.#pending.splice(index, 1)[0];
  }

  clear(): void {
    this.#pending = [];
  }
}

/** Returns exactly `count` drafts: cuts the list, or repeats it with different flight numbers. */
export const resizeDrafts = (drafts: readonly OfferDraft[], count: number | undefined): OfferDraft[] =>
  count === undefined || drafts.length === 0
    ? [...drafts]
    : Array.from({ length: count }, (_, index) => {
        const draft = drafts[index % drafts.length] as OfferDraft;
        return copyDraft(draft, Math.floor(index / drafts.length));
      });

const copyDraft = (draft: OfferDraft, copyIndex: number): OfferDraft => ({
  ...draft,
  slices: draft.slices.map((sliceOption) => ({
    ...sliceOption,
    marketingFlights: sliceOption.marketingFlights.map(({ carrier, number }) => ({
      carrier,
      number: 1 + ((number - 1 + copyIndex * 1_117) % 9_999),
    })),
  })),
});
