import { useCallback, useEffect, useMemo, useState } from 'react';
import { createBrowserRouter, RouterProvider, type RouteObject } from 'react-router';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import { preloadWhenIdle } from './preload-when-idle.ts';
import { matchRemote } from './match-remote.ts';
import { RetryContext, RouteFailure } from './route-failure.tsx';
import { HandledPathsContext, type HandledPaths } from '../navigation/handled-paths-context.ts';
import { PreloadContext } from '../navigation/site-link.tsx';
import { shellRoutes } from './routes.tsx';
import { withScreenTimeout } from './with-screen-timeout.ts';

/** Creates a router with the shell's routes; a remote's routes are loaded on the first navigation to one of its paths. */
export function createSiteRouter(loader: RemoteLoader) {
  const added = new Set<string>();
  return createBrowserRouter(shellRoutes(), {
    async patchRoutesOnNavigation({ path, patch }) {
      const remote = matchRemote(path);
      if (!remote || added.has(remote)) return;
      const routes = await loader.load(remote);
      added.add(remote);
      const remoteRoute: RouteObject = {
        id: `remote-${remote}`,
        // An error in a screen replaces only that screen; the frame stays.
        errorElement: <RouteFailure />,
        children: withScreenTimeout(remote, routes),
      };
      patch('root', [remoteRoute]);
    },
  });
}

export function SiteRouter({ loader }: { loader: RemoteLoader }) {
  const [router, setRouter] = useState(() => createSiteRouter(loader));
  // A router caches failed routes, so Retry creates a new one; query cache, brand and toasts are stored outside of it.
  const retry = useCallback(() => {
    loader.invalidate();
    router.dispose();
    setRouter(createSiteRouter(loader));
  }, [loader, router]);
  const preload = useCallback(
    (path: string) => {
      const remote = matchRemote(path);
      if (remote) loader.preload(remote);
    },
    [loader],
  );
  const [handledPaths] = useState<HandledPaths>(() => ({}));
  const context = useMemo(() => ({ retry }), [retry]);
  useEffect(() => preloadWhenIdle(loader), [loader]);
  return (
    <RetryContext value={context}>
      <PreloadContext value={preload}>
        <HandledPathsContext value={handledPaths}>
          <RouterProvider router={router} />
        </HandledPathsContext>
      </PreloadContext>
    </RetryContext>
  );
}
