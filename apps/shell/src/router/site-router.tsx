import { useCallback, useEffect, useMemo, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import { preloadPath, preloadWhenIdle } from './preload.ts';
import { RetryContext } from './route-failure.tsx';
import { HandledPathsContext, type HandledPaths } from '../navigation/handled-paths-context.ts';
import { PreloadContext } from '../navigation/site-link.tsx';
import { remoteRoutes, shellRoutes } from './routes.tsx';

export interface SiteRouterProps {
  loader: RemoteLoader;
  documentPath: string | undefined;
}

/** Creates a router with the shell's routes; those of the remotes are added on the first navigation to a path that is not the shell's. */
function createSiteRouter({ loader, documentPath }: SiteRouterProps) {
  let hasRemotes = false;
  return createBrowserRouter(shellRoutes(documentPath), {
    async patchRoutesOnNavigation({ patch }) {
      const remotes = Object.entries(await loader.getRemotes());
      if (hasRemotes) return;
      hasRemotes = true;
      patch(
        'root',
        remotes.map(([remote, { routes }]) => remoteRoutes(remote, routes, loader, documentPath)),
      );
    },
  });
}

export function SiteRouter({ loader, documentPath }: SiteRouterProps) {
  const [router, setRouter] = useState(() => createSiteRouter({ loader, documentPath }));
  // A router caches failed routes, so Retry creates a new one; query cache, brand and toasts are stored outside of it.
  const retry = useCallback(() => {
    loader.invalidate();
    router.dispose();
    setRouter(createSiteRouter({ loader, documentPath }));
  }, [loader, documentPath, router]);
  const preload = useCallback(
    (path: string) => void preloadPath(loader, path).catch(() => undefined),
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
