import type { RemoteEntry } from '@fareline/contracts';
import { shareScope, type ShareScope } from './share-scope.ts';

/** What a remote's entry leaves on `window`. */
interface Container {
  init(scope: ShareScope): void | Promise<void>;
  get(module: string): Promise<() => unknown>;
}

declare global {
  interface Window {
    [container: `fareline_${string}`]: unknown;
  }
}

function runScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} could not be fetched.`));
    document.head.append(script);
  });
}

/**
 * The module that a remote exposes under that name. `address` is where its manifest stands; `retry` makes the entry's
 * address a new one, since the browser may still be waiting for the old one.
 */
export async function loadExposed(
  module: string,
  { remote, address, retry }: { remote: RemoteEntry; address: URL; retry?: string | undefined },
): Promise<unknown> {
  const name = remote.container as `fareline_${string}`;
  const entry = new URL(remote.entry, address);
  if (retry) entry.searchParams.set('retry', retry);
  // A chunk of another release may have the number of one of this release.
  Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(window, `${name}_chunks`);
  await runScript(entry.href);
  const container = window[name] as Container | undefined;
  if (!container) throw new Error(`${entry.href} brought no container.`);
  await container.init(shareScope());
  const factory = await container.get(module);
  return factory();
}
