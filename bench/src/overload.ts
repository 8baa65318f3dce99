import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createSearchBody, postSearch, searchPath, startEdge, startFlights } from './flights.ts';
import { runClosedLoop, runOpenLoop, type Load, type LoadResult } from './load-generator.ts';
import type { LoadOptions } from './overload/load-worker.ts';
import { stopAll } from './programs.ts';
import { median, percentile } from './statistics.ts';

/**
 * Finds the rate of cached searches that edge and flights can take, then offers five times that rate. Accepted searches must stay fast,
 * all others must be refused at once, and afterwards everything must be as before.
 */
const overloadFactor = 5;
const maxP99Ratio = 5;
const maxRefusalMs = 50;
/** How much of the rate that can be taken must be accepted under overload, so that refusing everything does not pass. */
const minAccepted = 0.5;
/** How long after the load everything must be as before. */
const recoverySeconds = 1;
const maxRecoveredRatio = 2;

const warmUpSeconds = 4;
const connections = 50;
/** A rate can be taken if nearly every search is accepted, since other programs may stop this one for a moment, and 99 % in this time. */
const minTaken = 0.99;
const maxTakenP99Ms = 100;
/** Connections of the proxy in front of the edge, which it keeps open. */
const proxyConnections = 1_000;
/** Searches per second that are measured: a part of the load, sent by a thread that does nothing else. */
const probeRate = 100;
const probeConnections = 50;

interface Measurement {
  /** Sent requests per second, and of these the accepted ones. */
  rate: number;
  accepted: number;
  /** Of all requests. */
  counts: Record<number, number>;
  unanswered: number;
  withoutRetryAfter: number;
  /** Latencies of the measured requests. */
  p99: number;
  refusalMs: number;
}

/** Offers the load at a constant rate from a worker thread, and measures a part of it in this one. */
async function measure(load: Load, rate: number, seconds: number): Promise<Measurement> {
  const workerData: LoadOptions = {
    load,
    rate: rate - probeRate,
    seconds,
    connections: proxyConnections,
  };
  const worker = new Worker(new URL('./overload/load-worker.ts', import.meta.url), { workerData });
  const finished = once(worker, 'message') as Promise<[LoadResult]>;
  await once(worker, 'online');
  const probe = await runOpenLoop(load, { rate: probeRate, seconds, connections: probeConnections });
  const [offered] = await finished;
  await worker.terminate();
  const counts: Record<number, number> = {};
  for (const { times } of [offered, probe])
    for (const [status, all] of Object.entries(times))
      counts[Number(status)] = (counts[Number(status)] ?? 0) + all.length;
  const { 200: accepted = [], 503: refused = [] } = probe.times;
  return {
    rate: ((rate - probeRate) * seconds) / offered.seconds + probeRate,
    accepted: (counts[200] ?? 0) / seconds,
    counts,
    unanswered: offered.unanswered + probe.unanswered,
    withoutRetryAfter: offered.withoutRetryAfter + probe.withoutRetryAfter,
    p99: percentile(accepted, 0.99),
    refusalMs: refused.length > 0 ? median(refused) : 0,
  };
}

function isTaken({ counts, unanswered }: Measurement): boolean {
  const all = Object.values(counts).reduce((sum, count) => sum + count, unanswered);
  return (counts[200] ?? 0) >= all * minTaken;
}

/** The highest rate of which everything is answered in time, in steps of a tenth below the one of a closed loop. */
async function findRate(load: Load): Promise<{ closedLoop: number; rate: number }> {
  await runClosedLoop(load, connections, 3);
  const { times, seconds } = await runClosedLoop(load, connections, 4);
  const closedLoop = (times[200] ?? []).length / seconds;
  for (let share = 1; share > 0.15; share -= 0.1) {
    const measured = await measure(load, closedLoop * share, 3);
    if (isTaken(measured) && measured.p99 <= maxTakenP99Ms) return { closedLoop, rate: closedLoop * share };
  }
  throw new Error('no rate of searches can be taken');
}

try {
  const stack = await startFlights(1);
  const edge = await startEdge(stack);
  const bodies = Array.from({ length: 20 }, (_, day) => createSearchBody(61 + day, 'JFK'));
  for (const body of bodies) if (!(await postSearch(edge.url, body)).ok) throw new Error('a search failed');
  const load: Load = { url: edge.url, path: searchPath, bodies };

  const { closedLoop, rate } = await findRate(load);
  // What refuses runs as seldom as what accepts runs often, and code that is new to the process is several times slower.
  await measure(load, rate * overloadFactor, warmUpSeconds);
  await measure(load, rate / 2, recoverySeconds);
  const calm = await measure(load, rate / 2, 6);
  const overload = await measure(load, rate * overloadFactor, 10);
  await measure(load, rate / 2, recoverySeconds);
  const recovered = await measure(load, rate / 2, 6);

  const perSecond = (value: number) => `${Math.round(value)} req/s`;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const [p99Ratio, recoveredRatio] = [overload.p99 / calm.p99, recovered.p99 / calm.p99];
  const offeredRatio = overload.rate / rate;
  const refused = overload.counts[503] ?? 0;
  const others = Object.entries(overload.counts).filter(([status]) => !['200', '503'].includes(status));
  console.log(
    `can be taken   ${perSecond(rate)} of ${bodies.length} cached searches (closed loop ${perSecond(closedLoop)})`,
  );
  console.log(`calm           ${perSecond(calm.rate)}: p99 ${ms(calm.p99)}`);
  console.log(
    `overload       ${perSecond(overload.rate)}, ${offeredRatio.toFixed(1)} times: ${perSecond(overload.accepted)} accepted, ` +
      `p99 ${ms(overload.p99)}: ${p99Ratio.toFixed(1)} times (at most ${maxP99Ratio})`,
  );
  console.log(
    `refused        ${refused}, median ${ms(overload.refusalMs)} (at most ${maxRefusalMs}); ${overload.withoutRetryAfter} without Retry-After, ` +
      `${overload.unanswered} without an answer, ${others.map(([status, count]) => `${count} with ${status}`).join(', ') || 'none with another status'}`,
  );
  console.log(
    `afterwards     ${perSecond(recovered.rate)}: p99 ${ms(recovered.p99)}: ${recoveredRatio.toFixed(2)} times (at most ${maxRecoveredRatio}), ` +
      `${isTaken(recovered) ? 'accepted' : `not accepted: ${JSON.stringify(recovered.counts)}`}`,
  );
  if (offeredRatio < overloadFactor * 0.9) throw new Error('The load generator could not offer the load.');
  if (
    overload.accepted < rate * minAccepted ||
    p99Ratio > maxP99Ratio ||
    refused === 0 ||
    overload.refusalMs > maxRefusalMs ||
    overload.unanswered + overload.withoutRetryAfter + others.length > 0 ||
    recoveredRatio > maxRecoveredRatio ||
    !isTaken(recovered)
  )
    process.exitCode = 1;
} finally {
  await stopAll();
}
