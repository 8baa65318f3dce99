import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { postSearch, createSearchBody } from './flights.ts';

/** Different cold searches in bursts, in a thread of their own: what they cost to ask must not delay who measures. */
export interface LoadOptions {
  urls: string[];
  searches: number;
  burst: number;
  burstEveryMs: number;
}

const destinations = ['JFK', 'BCN', 'FCO', 'MAD', 'LIS', 'ATH', 'VIE', 'CPH', 'ARN', 'PRG'];

async function coldSearch(url: string, turn: number): Promise<number> {
  const body = createSearchBody(90 + Math.floor(turn / 10), destinations[turn % 10] ?? '');
  const response = await postSearch(url, body);
  await response.arrayBuffer();
  return response.status;
}

async function runLoad({ urls, searches, burst, burstEveryMs }: LoadOptions): Promise<number[]> {
  const answers: Promise<number>[] = [];
  for (let turn = 0; turn < searches; turn += 1) {
    if (turn > 0 && turn % burst === 0) await sleep(burstEveryMs);
    answers.push(coldSearch(urls[turn % urls.length] ?? '', turn));
  }
  return Promise.all(answers);
}

// Who searches is elsewhere. Linux alone counts a priority by thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', async (order: LoadOptions) => parentPort?.postMessage(await runLoad(order)));
