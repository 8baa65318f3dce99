import { setTimeout as delay } from 'node:timers/promises';
import type { Supervisor } from './supervisor.ts';
import { logWhileWaiting } from './still-waiting.ts';

/** Waits until a service that is running reports that it is ready; the supervisor says when it exits instead. */
export async function waitUntilReady(name: string, url: string, supervisor: Supervisor): Promise<void> {
  const { signal } = supervisor;
  let status = '';
  const poll = async () => {
    for (;;) {
      status = await fetchReadiness(url, AbortSignal.any([signal, AbortSignal.timeout(5000)]));
      if (status === 'ready') return;
      await delay(100, undefined, { signal });
    }
  };
  const { logFile } = supervisor.program(name);
  await logWhileWaiting(poll(), supervisor.log, () => `${name} is not ready (${status})`, logFile);
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
