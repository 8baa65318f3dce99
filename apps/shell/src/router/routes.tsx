import { Outlet, replace, type RouteObject } from 'react-router';
import { Frame } from '../frame/frame.tsx';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { RouteFailure } from './route-failure.tsx';
import { routeTable } from '../route-table.ts';
import { OnFirstScreen } from '../prerender-swap/on-first-screen.tsx';
import { lazyPage } from './lazy-page.ts';

const privacy = lazyPage(() => import(/* webpackChunkName: "page-privacy" */ '../pages/privacy-page.tsx'));
const terms = lazyPage(() => import(/* webpackChunkName: "page-terms" */ '../pages/terms-page.tsx'));
const cookies = lazyPage(() => import(/* webpackChunkName: "page-cookies" */ '../pages/cookies-page.tsx'));

const redirects = routeTable.flatMap(({ path, redirect }) =>
  redirect === undefined ? [] : [{ path, loader: () => replace(redirect) }],
);

/** The routes of the shell; a remote's routes are added to `root` on the first navigation to it. */
export function shellRoutes(): RouteObject[] {
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
        ...redirects,
        { path: 'privacy', lazy: privacy },
        { path: 'privacy-policy', lazy: privacy },
        { path: 'terms', lazy: terms },
        { path: 'terms-of-service', lazy: terms },
        { path: 'cookies', lazy: cookies },
        { path: 'cookie-policy', lazy: cookies },
        {
          path: 'cancellation-policy',
          lazy: lazyPage(
            () => import(/* webpackChunkName: "page-cancellation" */ '../pages/cancellation-page.tsx'),
          ),
        },
        {
          path: 'about',
          lazy: lazyPage(() => import(/* webpackChunkName: "page-about" */ '../pages/about-page.tsx')),
        },
        {
          path: 'faq',
          lazy: lazyPage(() => import(/* webpackChunkName: "page-faq" */ '../faq/faq-page.tsx')),
        },
        {
          path: 'contact',
          lazy: lazyPage(() => import(/* webpackChunkName: "page-contact" */ '../contact/contact-page.tsx')),
        },
        { path: '*', Component: NotFound },
      ],
    },
  ];
}
