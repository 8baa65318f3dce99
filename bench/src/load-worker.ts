import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { postSearch, createSearchBody } from './flights.ts';

/** Sends different cold searches in bursts. Runs in a worker thread, so that sending them does not delay the measurements. */
export interface LoadOptions {
  urls: string[];
  searches: number;
  burst: number;
  burstEveryMs: number;
}

const destinations = ['JFK', 'BCN', 'FCO', 'MAD', 'LIS', 'ATH', 'VIE', 'CPH', 'ARN', 'PRG'];

async function sendColdSearch(url: string, index: number): Promise<number> {
  const body = createSearchBody(90 + Math.floor(index / 10), destinations[index % 10] ?? '');
  const response = await postSearch(url, body);
  await response.arrayBuffer();
  return response.status;
}

async function runLoad({ urls, searches, burst, burstEveryMs }: LoadOptions): Promise<number[]> {
  const statuses: Promise<number>[] = [];
  for (let index = 0; index < searches; index += 1) {
    if (index > 0 && index % burst === 0) await sleep(burstEveryMs);
    statuses.push(sendColdSearch(urls[index % urls.length] ?? '', index));
  }
  return Promise.all(statuses);
}

// In production clients run on other machines. Only Linux has a priority per thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', (options: LoadOptions) => {
  void runLoad(options).then((result) => parentPort?.postMessage(result));
});
