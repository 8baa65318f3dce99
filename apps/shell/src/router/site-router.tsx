import { useCallback, useEffect, useMemo, useState } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { RemoteError, type RemoteLoader } from '../remotes/remote-loader.ts';
import type { PageReports } from '../reports/page-reports.ts';
import { preloadPath, preloadWhenIdle } from './preload.ts';
import { RetryContext } from './route-failure.tsx';
import { HandledPathsContext, type HandledPaths } from '../navigation/handled-paths-context.ts';
import { PreloadContext } from '../navigation/site-link.tsx';
import { remoteRoutePrefix, remoteRoutes, shellRoutes } from './routes.tsx';
import type { DocumentGroups } from './document-border.ts';

export interface SiteRouterProps {
  loader: RemoteLoader;
  documentGroups: DocumentGroups;
  reports: PageReports;
}

/** Creates a router with the shell's routes; those of the remotes are added on the first navigation to a path that is not the shell's. */
function createSiteRouter({ loader, documentGroups, reports }: SiteRouterProps) {
  let hasRemotes = false;
  const router = createBrowserRouter(shellRoutes(documentGroups), {
    async patchRoutesOnNavigation({ patch }) {
      const remotes = Object.entries(await loader.getRemotes());
      if (hasRemotes) return;
      hasRemotes = true;
      patch(
        'root',
        remotes.map(([remote, { routes }]) => remoteRoutes(remote, routes, loader, documentGroups)),
      );
    },
  });
  let shown: string | undefined;
  router.subscribe(({ initialized, navigation, location, matches }) => {
    if (!initialized || navigation.state !== 'idle' || location.pathname === shown) return;
    shown = location.pathname;
    const remote = matches.find(({ route }) => route.id.startsWith(remoteRoutePrefix))?.route.id;
    const route = matches.at(-1)?.route.path;
    reports.startView({
      frontEnd: remote?.slice(remoteRoutePrefix.length) ?? 'shell',
      ...(route && { route }),
    });
  });
  return router;
}

export function SiteRouter({ loader, documentGroups, reports }: SiteRouterProps) {
  const [router, setRouter] = useState(() => createSiteRouter({ loader, documentGroups, reports }));
  // A router caches failed routes, so Retry creates a new one; query cache, brand and toasts are stored outside of it.
  const retry = useCallback(() => {
    loader.invalidate();
    router.dispose();
    setRouter(createSiteRouter({ loader, documentGroups, reports }));
  }, [loader, documentGroups, reports, router]);
  const preload = useCallback(
    (path: string) => void preloadPath(loader, path).catch(() => undefined),
    [loader],
  );
  const [handledPaths] = useState<HandledPaths>(() => ({}));
  const context = useMemo(
    () => ({
      retry,
      report: (error: unknown) =>
        error instanceof RemoteError
          ? reports.addError('load', error.cause, error.remote)
          : reports.addError('render', error),
    }),
    [retry, reports],
  );
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
