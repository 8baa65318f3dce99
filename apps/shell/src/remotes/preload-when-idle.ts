import { remoteNames } from '../route-table.ts';
import type { RemoteLoader } from './remote-loader.ts';

const firstWaitMs = 2000;

/** Fetches the remotes that are not on screen once the page has come to rest, unless the visitor asked to save data. */
export function preloadWhenIdle(loader: RemoteLoader): () => void {
  const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return () => undefined;
  const whenIdle = window.requestIdleCallback ?? ((task: () => void) => window.setTimeout(task, 0));
  const timer = window.setTimeout(() => {
    for (const remote of remoteNames) whenIdle(() => loader.preload(remote));
  }, firstWaitMs);
  return () => window.clearTimeout(timer);
}
