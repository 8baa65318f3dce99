import { addTrackSink, usePageMeta } from '@fareline/ui-theme';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useParams, type RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preloadErrorEvent } from '../remotes/preload-error.ts';
import { RemoteError, type RemoteLoader } from '../remotes/remote-loader.ts';
import { routeTable } from '../route-table.ts';
import { renderApp } from '../testing/harness.tsx';
import { matchRemote } from './match-remote.ts';

function Screen({ name }: { name: string }) {
  const { id } = useParams();
  usePageMeta({ title: name });
  return <h1>{id ? `${name} ${id}` : name}</h1>;
}
const screenRoute = (path: string, name: string): RouteObject => ({
  path,
  lazy: () => Promise.resolve({ Component: () => <Screen name={name} /> }),
});

const remotes: Record<string, RouteObject[]> = {
  search: [screenRoute('/', 'Home'), screenRoute('/search', 'Results'), screenRoute('/flight/:id', 'Offer')],
  account: [screenRoute('/my-trips', 'Trips'), screenRoute('/login', 'Sign in')],
  booking: [
    {
      path: '/booking',
      Component: () => {
        throw new Error('render error');
      },
    },
  ],
};

interface LoaderOverrides {
  load?: RemoteLoader['load'];
  invalidate?: () => void;
}
const fakeLoader = ({ load, invalidate }: LoaderOverrides = {}): RemoteLoader => ({
  load: load ?? ((remote) => Promise.resolve(remotes[remote]!)),
  preload: () => undefined,
  invalidate: invalidate ?? (() => undefined),
});

const openSite = (url: string, loader = fakeLoader()) => renderApp(url, loader);

const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  logged.mockRestore();
});

describe('routing', () => {
  it.each([
    ['ROUTE-01', '/', 'search'],
    ['ROUTE-01', '/search', 'search'],
    ['ROUTE-01', '/flight/off_1', 'search'],
    ['ROUTE-01', '/booking', 'booking'],
    ['ROUTE-02', '/my-trips', 'account'],
    ['ROUTE-02', '/login', 'account'],
    ['ROUTE-02', '/register', 'account'],
    ['ROUTE-02', '/account-settings', 'account'],
    ['ROUTE-03', '/admin-settings', 'account'],
    ['ROUTE-03', '/admin/brands', 'account'],
    ['ROUTE-07', '/expedia', 'search'],
  ])('[%s] %s is routed to the %s front end', (_id, path, remote) => {
    expect(matchRemote(path)).toBe(remote);
  });

  it.each([
    ['ROUTE-04', ['/privacy', '/privacy-policy'], 'Privacy Policy'],
    ['ROUTE-05', ['/terms', '/terms-of-service'], 'Terms of Service'],
    ['ROUTE-06', ['/cookies', '/cookie-policy'], 'Cookie Policy'],
    ['ROUTE-07', ['/cancellation-policy'], 'Cancellation Policy'],
    ['ROUTE-07', ['/about'], 'About Fareline'],
    ['ROUTE-07', ['/faq'], 'Questions and answers'],
    ['ROUTE-07', ['/contact'], 'Talk to us'],
  ])('[%s] %j shows %s', async (_id, paths, title) => {
    for (const path of paths) {
      openSite(path);
      expect(await findHeading(title)).toBeTruthy();
      expect(routeTable.some((route) => route.path === path)).toBe(true);
      cleanup();
    }
  });

  it('[OFFER-01] /flight without an id redirects to the search', async () => {
    openSite('/flight');
    expect(await findHeading('Results')).toBeTruthy();
  });

  it('[ROUTE-08] shows the not-found card for an unknown path, and for a path that its front end does not define', async () => {
    for (const path of ['/nope', '/register']) {
      openSite(path);
      expect(await findHeading('404 Page Not Found')).toBeTruthy();
      expect(screen.getByText(path).parentElement?.textContent).toBe(
        `No route matches ${path}. Was it added to the router?`,
      );
      cleanup();
    }
  });

  it('[ROUTE-09] matches paths case-insensitively and passes parameters unchanged', async () => {
    openSite('/FLIGHT/off_AbC');
    expect(await findHeading('Offer off_AbC')).toBeTruthy();
    cleanup();
    openSite('/Privacy-POLICY');
    expect(await findHeading('Privacy Policy')).toBeTruthy();
  });

  it('[HEADER-01] shows header and footer around every screen, including not-found screens', async () => {
    for (const [path, name] of [
      ['/', 'Home'],
      ['/faq', 'Questions and answers'],
      ['/nope', '404 Page Not Found'],
    ] as const) {
      openSite(path);
      await findHeading(name);
      expect(screen.getByRole('banner')).toBeTruthy();
      expect(screen.getByRole('contentinfo')).toBeTruthy();
      cleanup();
    }
  });
});

describe('front end that fails', () => {
  it('[TRACK-02] shows a message and Retry in its area, keeps the rest of the site working, tracks each page once, and recovers on Retry without a reload', async () => {
    let isBroken = true;
    const loader = fakeLoader({
      load: (remote) =>
        isBroken && remote === 'account'
          ? Promise.reject(new RemoteError(remote, new Error('404')))
          : Promise.resolve(remotes[remote]!),
      invalidate: () => {
        isBroken = false;
      },
    });
    const views: (string | undefined)[] = [];
    const remove = addTrackSink({
      event: ({ action, label }) => action === 'page_view' && views.push(label),
    });
    openSite('/my-trips', loader);
    expect(await screen.findByText('This part of the site did not load')).toBeTruthy();
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Home' }));
    expect(await findHeading('Home')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'My Trips' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await findHeading('Trips')).toBeTruthy();
    expect(window.location.pathname).toBe('/my-trips');
    remove();
    expect(views).toEqual(['/my-trips', '/', '/my-trips']);
  });

  it('shows that the browser is offline and retries automatically when it is online', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const loader = fakeLoader({
      load: (remote) =>
        navigator.onLine
          ? Promise.resolve(remotes[remote]!)
          : Promise.reject(new RemoteError(remote, new Error('offline'))),
    });
    openSite('/my-trips', loader);
    expect(await screen.findByText('You are offline')).toBeTruthy();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await findHeading('Trips')).toBeTruthy();
    online.mockRestore();
  });

  it('shows the same message for a screen that throws while rendering', async () => {
    openSite('/booking');
    expect(await screen.findByText('This part of the site did not load')).toBeTruthy();
    expect(screen.getByRole('banner')).toBeTruthy();
  });

  it.each([true, false])(
    '[ROUTE-10] dispatches an event for a screen that fails to load, and shows the message unless it is cancelled; cancelled: %s',
    async (isCancelled) => {
      const failure = new Error('chunk 404');
      const details: unknown[] = [];
      const listener = (event: Event) => {
        details.push((event as CustomEvent).detail);
        if (isCancelled) event.preventDefault();
      };
      window.addEventListener(preloadErrorEvent, listener);
      const failingRoutes: RouteObject[] = [{ path: '/login', lazy: () => Promise.reject(failure) }];
      openSite('/login', fakeLoader({ load: () => Promise.resolve(failingRoutes) }));
      await waitFor(() => expect(details).toEqual([failure]));
      if (isCancelled) await waitFor(() => expect(screen.queryByText('Loading this page')).toBeNull());
      else await screen.findByText('This part of the site did not load');
      expect(Boolean(screen.queryByText('This part of the site did not load'))).toBe(!isCancelled);
      window.removeEventListener(preloadErrorEvent, listener);
    },
  );
});

describe('navigation between screens', () => {
  it('[TRACK-02] tracks one page view per screen', async () => {
    const views: (string | undefined)[] = [];
    const remove = addTrackSink({
      event: ({ action, label }) => action === 'page_view' && views.push(label),
    });
    openSite('/');
    await findHeading('Home');
    await userEvent.click(screen.getByRole('link', { name: 'Contact' }));
    await findHeading('Talk to us');
    await userEvent.click(screen.getByRole('link', { name: 'My Trips' }));
    await findHeading('Trips');
    remove();
    expect(views).toEqual(['/', '/contact', '/my-trips']);
  });

  it('moves the focus to the new screen and announces its title in an existing live region', async () => {
    document.querySelector('[aria-live="polite"]')?.remove();
    openSite('/');
    await findHeading('Home');
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe('');
    await userEvent.click(screen.getByRole('link', { name: 'My Trips' }));
    await findHeading('Trips');
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe('Trips');
  });

  it('has a skip link to the content', () => {
    openSite('/faq');
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#content');
    expect(document.getElementById('content')?.tagName).toBe('MAIN');
  });

  it('follows the browser’s back button', async () => {
    openSite('/');
    await findHeading('Home');
    await userEvent.click(screen.getByRole('link', { name: 'Contact' }));
    await findHeading('Talk to us');
    act(() => window.history.back());
    expect(await findHeading('Home')).toBeTruthy();
  });
});
