import { runWhenIdle } from '@fareline/ui-theme';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import { matchRemote } from './match-remote.ts';

/** Preloads the screen of a path if it belongs to a remote. */
export async function preloadPath(loader: RemoteLoader, path: string): Promise<void> {
  const match = matchRemote(await loader.getRemotes(), path);
  if (match) loader.preload(match.remote, [match.screen]);
}

/** Preloads all screens of the current remote, which are the most likely next step, and the entries of the other remotes. */
async function preloadRemotes(loader: RemoteLoader): Promise<void> {
  const remotes = await loader.getRemotes();
  const current = matchRemote(remotes, window.location.pathname)?.remote;
  for (const remote of Object.keys(remotes)) loader.preload(remote, remote === current ? undefined : []);
}

/** Preloads remotes when the page is idle; nothing when the visitor has enabled data saving. Returns a function that cancels it. */
export function preloadWhenIdle(loader: RemoteLoader): () => void {
  const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return () => undefined;
  return runWhenIdle(() => void preloadRemotes(loader).catch(() => undefined));
}
