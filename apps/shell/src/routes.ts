import type { Route } from '@fareline/contracts';
import type { ComponentType } from 'react';

/** An information page. Its `screen` is the name of the chunk of `load`; the build fails when there is no such chunk. */
interface InformationPage extends Route {
  load: () => Promise<{ default: ComponentType }>;
}

/** The routes of the shell itself. (ROUTE-04 to ROUTE-07) */
const routes: readonly InformationPage[] = [
  {
    path: '/privacy-policy',
    aliases: ['/privacy'],
    screen: 'page-privacy',
    prerendered: true,
    load: () => import(/* webpackChunkName: "page-privacy" */ './pages/privacy-page.tsx'),
  },
  {
    path: '/terms-of-service',
    aliases: ['/terms'],
    screen: 'page-terms',
    prerendered: true,
    load: () => import(/* webpackChunkName: "page-terms" */ './pages/terms-page.tsx'),
  },
  {
    path: '/cookie-policy',
    aliases: ['/cookies'],
    screen: 'page-cookies',
    prerendered: true,
    load: () => import(/* webpackChunkName: "page-cookies" */ './pages/cookies-page.tsx'),
  },
  {
    path: '/cancellation-policy',
    screen: 'page-cancellation',
    prerendered: true,
    load: () => import(/* webpackChunkName: "page-cancellation" */ './pages/cancellation-page.tsx'),
  },
  {
    path: '/about',
    screen: 'page-about',
    prerendered: true,
    load: () => import(/* webpackChunkName: "page-about" */ './pages/about-page.tsx'),
  },
  {
    path: '/faq',
    screen: 'page-faq',
    prerendered: true,
    load: () => import(/* webpackChunkName: "page-faq" */ './faq/faq-page.tsx'),
  },
  {
    path: '/contact',
    screen: 'page-contact',
    prerendered: true,
    load: () => import(/* webpackChunkName: "page-contact" */ './contact/contact-page.tsx'),
  },
];

export default routes;
