import { parentPort, workerData } from 'node:worker_threads';
import { runOpenLoop, type WorkerLoad } from './load.ts';

parentPort?.postMessage('ready');
const { load, pace, seconds } = workerData as WorkerLoad;
parentPort?.postMessage(await runOpenLoop(load, pace, AbortSignal.timeout(seconds * 1000)));
