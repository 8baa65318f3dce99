// Replaces the shell's remote loader in the one-bundle build: routes are bundled, screens are still lazy.
// JavaScript, because its imports of app sources are outside of the type check of the benchmarks.

const lazy = (screens) => Object.entries(screens).map(([path, load]) => ({ path, lazy: load }));

/** The chunk names of the compared screens match those in one-bundle.ts. */
const bundled = {
  search: lazy({
    '/': () => import(/* webpackChunkName: "home" */ '../../../apps/search-mfe/src/home/home-page.tsx'),
    '/search': () =>
      import(/* webpackChunkName: "results" */ '../../../apps/search-mfe/src/results/results-page.tsx'),
    '/flight/:id': () => import('../../../apps/search-mfe/src/offer-details/offer-page.tsx'),
    '/expedia': () => import('../../../apps/search-mfe/src/support/support-page.tsx'),
  }),
  booking: lazy({ '/booking': () => import('../../../apps/booking-mfe/src/flow/booking-screen.tsx') }),
  account: lazy({
    '/my-trips': () => import('../../../apps/account-mfe/src/trips/trips-screen.tsx'),
    '/login': () => import('../../../apps/account-mfe/src/login/login-screen.tsx'),
    '/register': () => import('../../../apps/account-mfe/src/register/register-screen.tsx'),
    '/account-settings': () => import('../../../apps/account-mfe/src/settings/settings-screen.tsx'),
  }),
};

/** The shell imports this name from the remote loader. */
export class RemoteError extends Error {}

export const createRemoteLoader = () => ({
  load: (remote) => Promise.resolve(bundled[remote]),
  preload: () => undefined,
  invalidate: () => undefined,
});
