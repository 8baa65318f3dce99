import { values } from './inputs.ts';

/** Shares, which add up to 1, of the most popular thing, the second one and so on. */
function share(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const createZipf = (count: number, exponent: number) =>
  share(Array.from({ length: count }, (_, index) => (index + 1) ** -exponent));

export interface Popularity {
  /** Shares of the routes, and of what can be asked for each: a day, a stay and a group. */
  routes: readonly number[];
  variants: readonly number[];
}

/** How often searches are sent: each is a route with a variant, independent of each other. */
export function createPopularity(): Popularity {
  const days = share(
    Array.from({ length: values.departureDays }, (_, day) => Math.exp(-day / values.meanDaysAhead)),
  );
  const trips = createZipf(values.trips, values.variantExponent);
  const parties = createZipf(values.parties, values.variantExponent);
  return {
    routes: createZipf(values.routes, values.routeExponent),
    variants: days.flatMap((day) => trips.flatMap((trip) => parties.map((party) => day * trip * party))),
  };
}

/** Shares that differ by less than this factor are computed as one. */
const groupFactor = 1.02;

/** Groups of nearly equal shares, as the mean of each and how many it has. */
function groupShares(shares: readonly number[]): { mean: number; count: number }[] {
  const groups: { first: number; sum: number; count: number }[] = [];
  for (const each of shares.toSorted((one, other) => other - one)) {
    const last = groups.at(-1);
    if (last && last.first < each * groupFactor) {
      last.sum += each;
      last.count += 1;
    } else groups.push({ first: each, sum: each, count: 1 });
  }
  return groups.map(({ sum, count }) => ({ mean: sum / count, count }));
}

/**
 * Returns a function that computes the share of searches that a cache answers, and how many different ones it holds. Of a search that is
 * sent at a rate of its own, the one that misses is stored and answers for the time to live, so that one of 1 + rate × time misses.
 */
export function createCacheModel({ routes, variants }: Popularity, seconds: number) {
  const [routeGroups, variantGroups] = [groupShares(routes), groupShares(variants)];
  return (perSecond: number): { hitRate: number; stored: number } => {
    let [stored, misses] = [0, 0];
    for (const route of routeGroups)
      for (const variant of variantGroups) {
        const rate = perSecond * route.mean * variant.mean;
        const count = route.count * variant.count;
        misses += (count * rate) / (1 + rate * seconds);
        stored += (count * rate * seconds) / (1 + rate * seconds);
      }
    return { hitRate: 1 - misses / perSecond, stored };
  };
}

/** A generator of numbers from 0 to 1 that returns the same ones each time (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws an index by its share. */
function createDraw(shares: readonly number[], random: () => number): () => number {
  let sum = 0;
  const limits = Float64Array.from(shares, (each) => (sum += each));
  return () => {
    const drawn = random() * sum;
    let [low, high] = [0, limits.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (limits[middle]! > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

interface Traffic {
  perSecond: number;
  cacheSeconds: number;
  /** Of searches at the provider; more are refused. */
  callsPerMinute: number;
}

const budgetSeconds = 60;
/** So that chance changes little. */
const leastSearches = 200_000;
/** Of the time to live; the first one fills the cache and does not count. */
const cacheTimes = 3;

/** Sends searches at random moments and plays what cache and budget do with each. */
export function simulateSearches(
  { routes, variants }: Popularity,
  { perSecond, cacheSeconds, callsPerMinute }: Traffic,
): { hitRate: number; refused: number; maxCalls: number } {
  const random = createRandom(1);
  const [drawRoute, drawVariant] = [createDraw(routes, random), createDraw(variants, random)];
  const storedUntil = new Map<number, number>();
  /** The moments of the last calls, oldest first. */
  const calls: number[] = [];
  let [first, maxCalls, sent, hits, refused] = [0, 0, 0, 0, 0];
  const until = Math.max(leastSearches / perSecond, cacheTimes * cacheSeconds);
  for (let now = 0; now < until; now -= Math.log(1 - random()) / perSecond) {
    const search = drawRoute() * variants.length + drawVariant();
    const isCounted = now >= cacheSeconds;
    if (isCounted) sent += 1;
    if ((storedUntil.get(search) ?? -1) > now) {
      if (isCounted) hits += 1;
      continue;
    }
    while (first < calls.length && calls[first]! <= now - budgetSeconds) first += 1;
    if (calls.length - first >= callsPerMinute) {
      if (isCounted) refused += 1;
      continue;
    }
    calls.push(now);
    maxCalls = Math.max(maxCalls, calls.length - first);
    storedUntil.set(search, now + cacheSeconds);
  }
  return { hitRate: hits / sent, refused: refused / sent, maxCalls };
}
