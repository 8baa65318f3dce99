import { parentPort, workerData } from 'node:worker_threads';
import { runOpenLoop, type Load } from '../load-generator.ts';

/** Offers a load at a constant rate. Runs in a worker thread, so that sending it does not delay the measurements. */
export interface LoadOptions {
  load: Load;
  rate: number;
  seconds: number;
  connections: number;
}

const { load, ...pace } = workerData as LoadOptions;
parentPort?.postMessage(await runOpenLoop(load, pace));
