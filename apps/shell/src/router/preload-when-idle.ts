import { runWhenIdle } from '@fareline/ui-theme';
import { remoteNames } from '../route-table.ts';
import { matchRemote } from './match-remote.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';

/**
 * Fetches, once the page has come to rest, the other screens of the remote that is on screen, where the next step most
 * likely leads, and the entries of the remotes that are not; nothing where the visitor asked to save data.
 */
export function preloadWhenIdle(loader: RemoteLoader): () => void {
  const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return () => undefined;
  return runWhenIdle(() => {
    const currentRemote = matchRemote(window.location.pathname);
    for (const remote of remoteNames)
      loader.preload(remote, remote === currentRemote ? 'screens' : undefined);
  });
}
