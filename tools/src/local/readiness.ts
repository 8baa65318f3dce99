import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from './user-error.ts';

/** Waits until the service reports that it is ready; throws a UserError with its last report after 60 s. */
export async function waitUntilReady(name: string, url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const status = await fetchReadiness(url, AbortSignal.any([signal, AbortSignal.timeout(5000)]));
    if (status === 'ready') return;
    signal.throwIfAborted();
    if (Date.now() > deadline) throw new UserError(`${name} is running but not ready: ${status}`);
    await delay(100, undefined, { signal });
  }
}

/** `ready`, or why a service is not. */
export async function fetchReadiness(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal });
    return response.ok ? 'ready' : `${response.status} ${await response.text()}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
