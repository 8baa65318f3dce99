import { runWhenIdle } from '@fareline/ui-theme';
import { remoteNames } from '../route-table.ts';
import { matchRemote } from './match-remote.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';

/**
 * Preloads, when the page is idle, the other screens of the current remote, which are the most likely next step, and the
 * entries of the other remotes; nothing when the visitor has enabled data saving. Returns a function that cancels it.
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
