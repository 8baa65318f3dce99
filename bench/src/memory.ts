import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { allocatorSettings } from '@fareline/tools/allocator-settings';
import { readCpuSeconds } from './cpu-time.ts';
import { postSearch, startFlights } from './flights.ts';
import { startProgram, stopAll, type Program } from './programs.ts';
import { median } from './statistics.ts';

/**
 * Sends 25 different cold round-trip searches at once to a flights process with the settings of production, and to one with Node's
 * default heap and the allocator's defaults, in alternating rounds. Compares their peaks of resident memory and the time until
 * all searches are answered, as CPU time and by the clock.
 */
const destinations = [
  ...['JFK', 'BCN', 'FCO', 'MAD', 'LIS', 'ATH', 'VIE', 'CPH', 'ARN', 'PRG', 'LAX', 'SFO', 'SIN'],
  ...['DXB', 'HND', 'BOS', 'ORD', 'MIA', 'YYZ', 'HKG', 'BKK', 'SYD', 'DEL', 'JNB', 'GRU'],
];
const rounds = 4;
const containerLimitMb = 512;
const maxPeakMb = containerLimitMb * 0.9;
const maxCpuRatio = 2;

const dateInDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function readMb({ pid }: Program, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}

let burst = 0;

/** The peak of resident memory and the time of one burst; no two bursts have a search in common. */
async function runBurst(flights: Program): Promise<{ peakMb: number; cpu: number; ms: number }> {
  burst += 1;
  // Resets the peak. (man proc_pid_clear_refs)
  await writeFile(`/proc/${flights.pid}/clear_refs`, '5');
  const cpuBefore = readCpuSeconds(flights.pid) ?? 0;
  const started = performance.now();
  await Promise.all(
    destinations.map(async (destination) => {
      const dates = { departureDate: dateInDays(40 + burst), returnDate: dateInDays(50 + burst) };
      const search = { origin: 'LHR', destination, ...dates, adultsCount: 1 };
      const response = await postSearch(flights.url, JSON.stringify(search));
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`a search returned ${response.status}`);
    }),
  );
  const ms = performance.now() - started;
  const cpu = (readCpuSeconds(flights.pid) ?? 0) - cpuBefore;
  return { ms, cpu, peakMb: await readMb(flights, 'VmHWM') };
}

if (process.platform !== 'linux') throw new Error('This benchmark needs Linux: it reads /proc.');
try {
  const sandbox = await startProgram('sandbox/duffel/src/main.ts');
  const provider = await startProgram('bench/src/memory/replay-provider.ts', {
    ...{ SANDBOX_URL: sandbox.url, DESTINATIONS: destinations.join() },
    ...{ DEPARTURE_DATE: dateInDays(40), RETURN_DATE: dateInDays(50) },
  });
  const start = async (name: string, settings: Record<string, string>) => {
    // Enough calls for all searches, in batches.
    const env = { DUFFEL_BASE_PATH: provider.url, PROVIDER_BUDGET_PER_MINUTE: '6000', ...settings };
    const [flights] = (await startFlights(1, 0, env)).replicas;
    if (!flights) throw new Error('no replica was started');
    return {
      name,
      flights,
      idleMb: await readMb(flights, 'VmRSS'),
      peaks: [] as number[],
      cpus: [] as number[],
      times: [] as number[],
    };
  };
  const defaultHeap = new URL('./memory/default-heap.ts', import.meta.url).href;
  const limited = await start('production', allocatorSettings);
  const unlimited = await start('defaults', { NODE_OPTIONS: `--import=${defaultHeap}` });
  for (let round = 0; round < rounds; round++)
    for (const { flights, peaks, cpus, times } of [limited, unlimited]) {
      const { peakMb, cpu, ms } = await runBurst(flights);
      peaks.push(peakMb);
      cpus.push(cpu);
      times.push(ms);
      await sleep(500);
    }
  for (const { name, flights, idleMb, peaks, cpus, times } of [limited, unlimited])
    console.log(
      `${name.padEnd(11)} idle ${idleMb.toFixed(0)} MB, peaks ${peaks.map((peak) => peak.toFixed(0)).join(', ')} MB, ` +
        `afterwards ${(await readMb(flights, 'VmRSS')).toFixed(0)} MB; ` +
        `median CPU time ${median(cpus).toFixed(1)} s, ${median(times).toFixed(0)} ms by the clock`,
    );
  const peak = Math.max(...limited.peaks);
  const ratio = median(limited.cpus) / median(unlimited.cpus);
  console.log(
    `peak ${peak.toFixed(0)} MB (at most ${maxPeakMb.toFixed(0)} of ${containerLimitMb}), ` +
      `${(peak / Math.max(...unlimited.peaks)).toFixed(2)} times that of the defaults; ` +
      `CPU time ${ratio.toFixed(2)} times (at most ${maxCpuRatio})`,
  );
  if (peak > maxPeakMb || ratio > maxCpuRatio) process.exitCode = 1;
} finally {
  await stopAll();
}
