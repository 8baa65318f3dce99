import { whenIdle } from '@fareline/ui-theme';
import { remoteNames } from '../route-table.ts';
import type { RemoteLoader } from './remote-loader.ts';

/** Fetches the remotes that are not on screen once the page has come to rest, unless the visitor asked to save data. */
export function preloadWhenIdle(loader: RemoteLoader): () => void {
  const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return () => undefined;
  return whenIdle(() => {
    for (const remote of remoteNames) loader.preload(remote);
  });
}
