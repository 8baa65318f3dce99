import type { Offer } from '@fareline/contracts';
import { sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { groupItineraries } from '../offers/itineraries.ts';
import { getListSize, renderElement, serveSearch, withEmptyCards } from '../testing/harness.tsx';
import '../testing/progress-streams.ts';
import { Component as ResultsPage } from './results-page.tsx';

/** Pseudo-random whole numbers below a limit, the same in every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

const cabins = ['economy', 'premium_economy', 'business'];
const usd = 'USD';

/** An offer of one of 20 flights with random fare terms, all of them known. */
function createOffer(seed: number, index: number, random: (limit: number) => number): Offer {
  const flight = random(20);
  const slice = sampleSlice('LHR', 'JFK', flight % 2 === 0 ? { stops: ['AMS'] } : {});
  for (const segment of slice.segments) {
    segment.flight_number = `BA${flight}`;
    segment.cabin_class = cabins[random(3)] ?? null;
  }
  const fee = () => [null, '0.00', '60.00', '90.00'][random(4)] ?? null;
  const [refundFee, changeFee] = [fee(), fee()];
  return sampleOffer({
    id: `off_${seed}_${index}`,
    total_amount: `${200 + random(300)}.${10 + random(90)}`,
    slices: [slice],
    included_bags: { cabin: random(2), checked: random(3) },
    conditions: sampleConditions({
      ...{ refundable: refundFee !== null, refund_penalty_amount: refundFee },
      ...{ refund_penalty_currency: refundFee && usd, changeable: changeFee !== null },
      ...{ change_penalty_amount: changeFee, change_penalty_currency: changeFee && usd },
    }),
  });
}

/** Everything that makes a fare better, as numbers of which the greater one is better. */
function getQualities({ slices, conditions, included_bags }: Offer): number[] {
  const allowance = (isAllowed: boolean | null, fee: string | null) => (isAllowed ? -Number(fee) : -Infinity);
  return [
    ...slices.flatMap(({ segments }) => segments.map(({ cabin_class }) => cabins.indexOf(cabin_class ?? ''))),
    ...[included_bags?.cabin ?? NaN, included_bags?.checked ?? NaN],
    allowance(conditions.refundable, conditions.refund_penalty_amount),
    allowance(conditions.changeable, conditions.change_penalty_amount),
  ];
}

/** The ids of the fares of each flight, computed anew: the flights by their cheapest fare, without dominated fares. */
function recompute(offers: Offer[]): string[][] {
  const flights = Object.values(
    Object.groupBy(offers, ({ slices }) => slices[0]?.segments[0]?.flight_number ?? ''),
  ).map((fares = []) =>
    fares
      .filter(
        (fare) =>
          !fares.some(
            (other) =>
              Number(other.total_amount) < Number(fare.total_amount) &&
              getQualities(other).every((quality, index) => quality >= (getQualities(fare)[index] ?? NaN)),
          ),
      )
      .sort((a, b) => Number(a.total_amount) - Number(b.total_amount)),
  );
  return flights
    .sort(([a], [b]) => Number(a?.total_amount) - Number(b?.total_amount))
    .map((fares) => fares.map(({ id }) => id));
}

function createList(seed: number, count: number): Offer[] {
  const random = createRandom(seed * 7919);
  return Array.from({ length: count }, (_, index) => createOffer(seed, index, random)).sort(
    (a, b) => Number(a.total_amount) - Number(b.total_amount),
  );
}

it.each([
  [1, 12],
  [2, 90],
  [3, 240],
])('[LIST-02] [LIST-03] list %i of %i offers has the recomputed flights, fares and order', (seed, count) => {
  const offers = createList(seed, count);
  const itineraries = groupItineraries(offers);
  expect(itineraries.map(({ fares }) => fares.map(({ id }) => id))).toEqual(recompute(offers));
});

it('[LIST-01] [RESULTS-12] [RESULTS-13] counts flights and fares, and shows the range of prices, as recomputed', async () => {
  const offers = createList(4, 240);
  const expected = recompute(offers);
  const fares = expected.flat();
  const prices = offers.filter(({ id }) => fares.includes(id)).map((offer) => Number(offer.total_amount));
  serveSearch(withEmptyCards(offers));
  renderElement(<ResultsPage />, { url: '/search?origin=LHR&destination=JFK&departureDate=2090-12-05' });
  const price = (amount: number) => `$${amount.toFixed(2)}`;
  await screen.findByText(`Prices from ${price(Math.min(...prices))} to ${price(Math.max(...prices))}`);
  expect(screen.getByText(`${expected.length} of ${expected.length} flights found`)).toBeTruthy();
  expect(screen.getByText(`${fares.length} fares`)).toBeTruthy();
  expect(getListSize()).toBe(expected.length);
});
