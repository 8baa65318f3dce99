import { setMaxListeners } from 'node:events';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { runAttack, type AttackName, type Target } from './attacks.ts';

/** Runs attacks until it gets a message, then sends their outcomes. In a thread of its own, so that it does not delay the measurements. */
export interface AttackOptions {
  names: readonly AttackName[];
  target: Target;
}

// In production clients run on other machines. Only Linux has a priority per thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const { names, target } = workerData as AttackOptions;
const controller = new AbortController();
setMaxListeners(0, controller.signal);
parentPort?.once('message', () => controller.abort());
const outcomes = await Promise.all(names.map((name) => runAttack(name, target, controller.signal)));
parentPort?.postMessage(Object.fromEntries(names.map((name, index) => [name, outcomes[index]])));
