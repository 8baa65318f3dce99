import type { Route } from '@fareline/contracts';
import type { ComponentType } from 'react';
import { Outlet, redirectDocument, replace, type LoaderFunction, type RouteObject } from 'react-router';
import { Frame } from '../frame/frame.tsx';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { RouteFailure } from './route-failure.tsx';
import informationPages from '../routes.ts';
import { OnFirstScreen } from '../prerender-swap/on-first-screen.tsx';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import { toDocumentRoute, type DocumentGroups } from './document-border.ts';
import { lazyScreen } from './lazy-screen.ts';

const toScreen = ({ default: Component }: { default: ComponentType }) => ({ Component });

/** A path without a screen is asked for at the server: there it may lead elsewhere, as the home page of the administration does. */
const askServer: LoaderFunction = ({ request }) =>
  new URL(request.url).pathname === window.location.pathname ? null : redirectDocument(request.url);

/** The routes of the shell; those of the remotes are added to `root` on the first navigation to a path that is not the shell's. */
export function shellRoutes(documentGroups: DocumentGroups): RouteObject[] {
  return [
    {
      id: 'root',
      element: (
        <Frame>
          <Outlet />
          <OnFirstScreen />
        </Frame>
      ),
      errorElement: (
        <Frame>
          <RouteFailure />
          <OnFirstScreen />
        </Frame>
      ),
      hydrateFallbackElement: (
        <Frame>
          <PageSkeleton />
        </Frame>
      ),
      children: [
        ...informationPages.flatMap(({ path, aliases = [], load }) =>
          [path, ...aliases].map((pagePath) =>
            toDocumentRoute(
              { path: pagePath, lazy: lazyScreen(() => load().then(toScreen)) },
              documentGroups,
            ),
          ),
        ),
        { path: '*', Component: NotFound, loader: askServer },
      ],
    },
  ];
}

/** Begins the id of the route that has the screens of a remote. */
export const remoteRoutePrefix = 'remote-';

/** The routes of a remote. An error in one of its screens replaces only that screen; the frame stays. (OFFER-01) */
export const remoteRoutes = (
  remote: string,
  routes: readonly Route[],
  loader: RemoteLoader,
  documentGroups: DocumentGroups,
): RouteObject => ({
  id: remoteRoutePrefix + remote,
  errorElement: <RouteFailure />,
  children: routes
    .flatMap(({ path, aliases = [], redirectFrom = [], screen }) => [
      ...[path, ...aliases].map((pagePath) => ({
        path: pagePath,
        lazy: lazyScreen(() => loader.loadScreen(remote, screen)),
      })),
      ...redirectFrom.map((from) => ({ path: from, loader: () => replace(path) })),
    ])
    .map((route) => toDocumentRoute(route, documentGroups)),
});
