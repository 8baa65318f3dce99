import { createSearchBody, postSearch, startFlights } from './flights.ts';
import { startGenerator, type Generator, type LoadResult } from './load.ts';
import { compare, type Row } from './rows.ts';
import { median, percentile } from './statistics.ts';

const overloadFactor = 5;
/** How long after the load everything must be as before. */
const recoverySeconds = 1;
const warmUpSeconds = 4;
/** A rate can be taken if nearly every search is accepted, since other programs may stop this one for a moment, and 99 % in this time. */
const minTaken = 0.99;
const maxTakenP99Ms = 100;
/** Connections of the proxy in front of the edge, which it keeps open. */
const proxyConnections = 1_000;
/** Searches per second that are measured: a part of the load, sent by a process that does nothing else. */
const probe = { rate: 100, connections: 50 };

interface Measurement {
  /** Sent and accepted searches per second. */
  rate: number;
  accepted: number;
  /** Shares of all searches: accepted, and answered as an overloaded service should. */
  acceptedShare: number;
  answeredShare: number;
  /** Latencies of the measured searches. */
  p99: number;
  refusalMs: number;
}

interface Target {
  url: string;
  bodies: readonly string[];
  /** One sends the load, the other what is measured of it. */
  generators: [Generator, Generator];
}

/** Offers the load at a constant rate, and measures a part of it. */
async function measure(
  { generators, ...target }: Target,
  rate: number,
  seconds: number,
): Promise<Measurement> {
  const [loaded, probed] = await Promise.all([
    generators[0]({ ...target, seconds, rate: rate - probe.rate, connections: proxyConnections }),
    generators[1]({ ...target, seconds, ...probe }),
  ]);
  const all = [loaded, probed];
  const sum = (read: (one: LoadResult) => number) => all.reduce((total, one) => total + read(one), 0);
  const count = (status: number) => sum(({ times }) => (times[status] ?? []).length);
  const sent = sum((one) => one.sent);
  return {
    rate: sum((one) => one.sent / one.seconds),
    accepted: count(200) / seconds,
    acceptedShare: count(200) / sent,
    answeredShare: (count(200) + count(503) - sum((one) => one.withoutRetryAfter)) / sent,
    p99: percentile(probed.times[200] ?? [], 0.99),
    refusalMs: median(probed.times[503] ?? []),
  };
}

/** The highest rate of which everything is answered in time, in steps of a tenth below the one of a closed loop. */
async function findRate(target: Target): Promise<number> {
  const { generators, ...load } = target;
  await generators[0]({ ...load, connections: 50, seconds: 3 });
  const { times, seconds } = await generators[0]({ ...load, connections: 50, seconds: 4 });
  const closedLoop = (times[200] ?? []).length / seconds;
  for (let share = 1; share > 0.15; share -= 0.1) {
    const { acceptedShare, p99 } = await measure(target, closedLoop * share, 3);
    if (acceptedShare >= minTaken && p99 <= maxTakenP99Ms) return closedLoop * share;
  }
  throw new Error('no rate of searches can be taken');
}

/**
 * Finds the rate of cached searches that edge and flights can take, then offers five times that rate. Accepted searches must stay fast,
 * all others must be refused at once, and afterwards everything must be as before.
 */
export async function measureOverload(): Promise<Row[]> {
  const { url } = (await startFlights(1)).edge;
  const bodies = Array.from({ length: 20 }, (_, day) => createSearchBody(61 + day, 'JFK'));
  for (const body of bodies) if (!(await postSearch(url, body)).ok) throw new Error('a search failed');
  const target: Target = { url, bodies, generators: [await startGenerator(), await startGenerator()] };

  const rate = await findRate(target);
  // What refuses runs as seldom as what accepts runs often, and code that is new to the process is several times slower.
  await measure(target, rate * overloadFactor, warmUpSeconds);
  await measure(target, rate / 2, recoverySeconds);
  const calm = await measure(target, rate / 2, 6);
  const overload = await measure(target, rate * overloadFactor, 10);
  await measure(target, rate / 2, recoverySeconds);
  const recovered = await measure(target, rate / 2, 6);

  return [
    compare('offered, to what can be taken', [overload.rate, rate, 'req/s'], {
      atLeast: overloadFactor * 0.9,
    }),
    // Refusing everything must not pass.
    compare('accepted, to what can be taken', [overload.accepted, rate, 'req/s'], { atLeast: 0.5 }),
    compare('p99 of the accepted, to half the rate', [overload.p99, calm.p99, 'ms'], { atMost: 5 }),
    { what: 'median ms until a refusal', measured: overload.refusalMs, atMost: 50 },
    { what: 'accepted or refused with Retry-After', measured: overload.answeredShare, atLeast: 1 },
    compare('p99 a second later, to before', [recovered.p99, calm.p99, 'ms'], { atMost: 2 }),
    { what: 'accepted a second later, of all', measured: recovered.acceptedShare, atLeast: minTaken },
  ];
}
