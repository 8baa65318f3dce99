import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from './problem.ts';

/** Waits until a service says that everything it needs answers too; a Problem with what it says is missing after 60 s. */
export async function waitUntilReady(name: string, address: string, signal: AbortSignal): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await ask(`${address}/health/ready`, signal);
    if (answer === 'ready') return;
    signal.throwIfAborted();
    if (Date.now() > end) throw new Problem(`${name} runs but is not ready: ${answer}`);
    await delay(100, undefined, { signal });
  }
}

async function ask(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]) });
    return response.ok ? 'ready' : `${response.status} ${await response.text()}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
