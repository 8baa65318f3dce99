import { compare, formatColumns, type Row } from '../rows.ts';
import { inputs, values } from './inputs.ts';
import { createCacheModel, createPopularity, simulateSearches } from './popularity.ts';

const visitsPerDay = [10_000, 1_000_000, 50_000_000];

const popularity = createPopularity();
const computeCache = createCacheModel(popularity, values.cacheSeconds);

const minReplicas = 2;
const countReplicas = (cores: number) => Math.max(minReplicas, Math.ceil(cores / values.cpuTarget));

/** What the busiest hour needs, as if the provider took every call. */
function computeNeeds(visits: number) {
  const visitsPerSecond = (visits * values.peakHourShare) / 3_600;
  const searchesPerSecond = visitsPerSecond * values.searchesPerVisit;
  const { hitRate, stored } = computeCache(searchesPerSecond);
  const cold = searchesPerSecond * (1 - hitRate);
  const offerCalls = visitsPerSecond * values.openedPerVisit * values.callsPerOpened;
  const bookingCalls = visitsPerSecond * values.bookingsPerVisit * values.callsPerBooking;
  const budget =
    60 *
    Math.max(
      cold / values.searchShare,
      (cold + offerCalls) / values.visitorShare,
      cold + offerCalls + bookingCalls,
    );
  const requests = searchesPerSecond * values.requestsPerSearch;
  const flightsCores = ((requests - cold) * values.cachedCpuSeconds + cold * values.coldCpuSeconds) / 1_000;
  const [bookings, signIns] = [visits * values.bookingsPerVisit, visits * values.signInsPerVisit];
  return {
    ...{ searchesPerSecond, hitRate, stored, budget },
    searchCallsPerMinute: cold * 60,
    searchesPerBooking: (values.searchesPerVisit * (1 - hitRate)) / values.bookingsPerVisit,
    flightsReplicas: countReplicas(flightsCores),
    edgeReplicas: countReplicas((requests * values.edgeCpuSeconds) / 1_000),
    cacheMb: (cold * values.listSeconds * values.cacheKbPerSearch) / 1_024,
    queueMb: (values.queueMbAt60 * budget) / 60,
    rowsPerYear: 365 * (bookings * values.rowsPerBooking + signIns * values.rowsPerSignIn),
    gbPerYear: (365 * (bookings * values.kbPerBooking + signIns * values.kbPerSignIn)) / 1_024 ** 2,
  };
}

type Needs = ReturnType<typeof computeNeeds>;

/** What the product has as it is set, and what to turn when more is needed. */
const resources: { name: string; has: number; need: keyof Needs; turn: string }[] = [
  {
    ...{ name: 'provider calls a minute', has: values.budget, need: 'budget' },
    turn: "Duffel's limit, PROVIDER_BUDGET_PER_MINUTE",
  },
  {
    ...{ name: 'cache, MB', has: values.cacheMb, need: 'cacheMb' },
    turn: "the cache's maxmemory",
  },
  {
    ...{ name: 'queues, MB', has: values.queueMb, need: 'queueMb' },
    turn: "the queues' maxmemory",
  },
  {
    ...{ name: 'flights replicas', has: values.flightsReplicas, need: 'flightsReplicas' },
    turn: 'flights-autoscaler.yaml',
  },
  {
    ...{ name: 'edge replicas', has: values.edgeReplicas, need: 'edgeReplicas' },
    turn: 'edge.yaml',
  },
];

/** The most visits a day for which it is enough. */
function findVisits({ has, need }: (typeof resources)[number]): number {
  let [enough, tooMany] = [1, 1e10];
  while (tooMany / enough > 1.001) {
    const visits = Math.sqrt(enough * tooMany);
    if (computeNeeds(visits)[need] <= has) enough = visits;
    else tooMany = visits;
  }
  return enough;
}

const format = (value: number, maximumSignificantDigits = 2): string =>
  value.toLocaleString('en-GB', { maximumSignificantDigits });
const formatPercent = (value: number): string => `${(value * 100).toFixed(0)} %`;

function formatScales(scales: readonly (Needs & Simulation)[]): string[] {
  const lines: [what: string, read: (scale: Needs & Simulation) => string][] = [
    ['searches a second', ({ searchesPerSecond }) => format(searchesPerSecond)],
    ['answered by the cache', ({ hitRate }) => formatPercent(hitRate)],
    ['the same, simulated', ({ simulatedHitRate }) => formatPercent(simulatedHitRate)],
    ['different searches cached at once', ({ stored }) => format(stored)],
    ['searches at the provider a minute', (scale) => format(scale.searchCallsPerMinute)],
    ['budget that all calls need', ({ budget }) => format(budget)],
    [`refused at a budget of ${values.budget}, simulated`, ({ refused }) => formatPercent(refused)],
    ['provider searches for a booking', ({ searchesPerBooking }) => format(searchesPerBooking)],
    ['flights replicas', ({ flightsReplicas }) => format(flightsReplicas)],
    ['edge replicas', ({ edgeReplicas }) => format(edgeReplicas)],
    ['cache, MB', ({ cacheMb }) => format(cacheMb)],
    ['queues, MB', ({ queueMb }) => format(queueMb)],
    ['PostgreSQL, million rows a year', ({ rowsPerYear }) => format(rowsPerYear / 1e6)],
    ['PostgreSQL, GB a year', ({ gbPerYear }) => format(gbPerYear)],
  ];
  const header = ['visits a day, in the busiest hour', ...visitsPerDay.map((visits) => format(visits))];
  return formatColumns([header, ...lines.map(([what, read]) => [what, ...scales.map(read)])]);
}

/** Resources in the order in which they are used up. */
function formatResources(): string[] {
  const used = resources
    .map((resource) => ({ ...resource, visits: findVisits(resource) }))
    .toSorted((one, other) => one.visits - other.visits);
  return formatColumns([
    ['used up, first to last', 'set to', 'visits a day', 'turn'],
    ...used.map(({ name, has, visits, turn }) => [name, String(has), format(visits), turn]),
  ]);
}

interface Simulation {
  simulatedHitRate: number;
  /** The share of searches that are refused at the budget that is set. */
  refused: number;
}

function simulate(perSecond: number): Simulation {
  const traffic = { perSecond, cacheSeconds: values.cacheSeconds };
  const callsPerMinute = Math.floor(values.budget * values.searchShare);
  return {
    simulatedHitRate: simulateSearches(popularity, { ...traffic, callsPerMinute: Infinity }).hitRate,
    refused: simulateSearches(popularity, { ...traffic, callsPerMinute }).refused,
  };
}

/** The arithmetic for sites of three sizes as text, and how well a simulation of their searches agrees with it. */
export function computeScales(): { text: string; rows: Row[] } {
  const scales = visitsPerDay.map((visits) => {
    const needs = computeNeeds(visits);
    return { ...needs, ...simulate(needs.searchesPerSecond) };
  });
  const lines = [
    ...formatScales(scales),
    '',
    ...formatResources(),
    '',
    ...formatColumns([
      ['computed from', '', ''],
      ...Object.values(inputs).map(([value, what, from]) => [format(value, 3), what, from]),
    ]),
  ];
  return {
    text: lines.join('\n'),
    rows: scales.map(({ hitRate, simulatedHitRate }, index) => ({
      ...compare(
        `misses with ${format(visitsPerDay[index]!)} visits, simulated to computed`,
        [(1 - simulatedHitRate) * 100, (1 - hitRate) * 100, '%'],
        { atMost: 1.05 },
      ),
      atLeast: 0.95,
    })),
  };
}

/** Prints how much of everything a site of three sizes needs. Starts nothing. */
export async function measureScale(): Promise<Row[]> {
  const { text, rows } = computeScales();
  console.log(`${text}\n`);
  return rows;
}
