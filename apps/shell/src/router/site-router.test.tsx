import type { Release, ReleaseTable, Route } from '@fareline/contracts';
import { staysLoading } from '@fareline/contracts/promises';
import { addTrackSink, usePageMeta } from '@fareline/ui-theme';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getCanonicalUrl, getFocused } from '@fareline/ui-theme/testing';
import { followHeading } from '../frame/follow-heading.ts';
import { preloadErrorEvent } from '../remotes/preload-error.ts';
import { RemoteError, type RemoteLoader } from '../remotes/remote-loader.ts';
import { RouteFocus } from '../frame/route-focus.tsx';
import { ignoredReports, renderApp, renderElement } from '../testing/harness.tsx';
import type { DocumentGroups } from './document-border.ts';
import { matchRemote } from './match-remote.ts';

function Screen({ name }: { name: string }) {
  const { id } = useParams();
  usePageMeta({ title: name });
  return <h1>{id ? `${name} ${id}` : name}</h1>;
}
function Broken(): never {
  throw new Error('render error');
}

/** The screens of the remotes, by name. */
const screens: Record<string, ComponentType> = {
  home: () => <Screen name="Home" />,
  results: () => <Screen name="Results" />,
  offer: () => <Screen name="Offer" />,
  trips: () => <Screen name="Trips" />,
  login: () => <Screen name="Sign in" />,
  booking: Broken,
};

const createRelease = (name: string, routes: Route[]): Release => ({
  version: '1-a',
  manifest: `/releases/${name}/1-a/mf-manifest.json`,
  routes,
});

const remotes: ReleaseTable = {
  search: createRelease('search', [
    { path: '/', screen: 'home' },
    { path: '/search', screen: 'results', redirectFrom: ['/flight'] },
    { path: '/flight/:id', screen: 'offer' },
  ]),
  account: createRelease('account', [
    { path: '/my-trips', screen: 'trips', aliases: ['/trips'] },
    { path: '/login', screen: 'login' },
  ]),
  booking: createRelease('booking', [{ path: '/booking', screen: 'booking' }]),
};

const loadScreen: RemoteLoader['loadScreen'] = (_remote, name) =>
  Promise.resolve({ Component: screens[name]! });

const fakeLoader = (overrides: Partial<RemoteLoader> = {}): RemoteLoader => ({
  getRemotes: () => Promise.resolve(remotes),
  loadScreen,
  preload: () => undefined,
  invalidate: () => undefined,
  getVersion: () => '1-a',
  ...overrides,
});

const openSite = (url: string, loader = fakeLoader(), documentGroups?: DocumentGroups) =>
  renderApp(url, loader, documentGroups);

const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  logged.mockRestore();
});

describe('routing', () => {
  it.each([
    ['/', 'search', 'home'],
    ['/SEARCH/', 'search', 'results'],
    ['/flight/off_1', 'search', 'offer'],
    ['/booking', 'booking', 'booking'],
    ['/trips', 'account', 'trips'],
  ])('[ROUTE-09] %s is a page of the remote whose release has its path', (path, remote, name) => {
    expect(matchRemote(remotes, path)).toEqual({ remote, screen: name });
  });

  it.each(['/faq', '/flight', '/register', '/flight/a/b'])('%s is no page of a remote', (path) => {
    expect(matchRemote(remotes, path)).toBeUndefined();
  });

  it.each([
    ['ROUTE-04', ['/privacy', '/privacy-policy'], 'Privacy Policy'],
    ['ROUTE-05', ['/terms', '/terms-of-service'], 'Terms of Service'],
    ['ROUTE-06', ['/cookies', '/cookie-policy'], 'Cookie Policy'],
    ['ROUTE-07', ['/cancellation-policy'], 'Cancellation Policy'],
    ['ROUTE-07', ['/about'], 'About Fareline'],
    ['ROUTE-07', ['/faq'], 'Questions and answers'],
    ['ROUTE-07', ['/contact'], 'Talk to us'],
  ])('[%s] each of %j shows %s, with the last one as canonical link', async (_id, paths, title) => {
    for (const path of paths) {
      const { unmount } = openSite(path);
      expect(await findHeading(title)).toBeTruthy();
      await waitFor(() => expect(getCanonicalUrl()).toBe(window.location.origin + paths.at(-1)));
      unmount();
    }
  });

  it('[OFFER-01] /flight without an id redirects to the search', async () => {
    openSite('/flight');
    expect(await findHeading('Results')).toBeTruthy();
  });

  it('[ROUTE-08] shows the not-found card for a path that no release has', async () => {
    for (const path of ['/nope', '/register']) {
      const { unmount } = openSite(path);
      expect(await findHeading('404 Page Not Found')).toBeTruthy();
      expect(screen.getByText(path).parentElement?.textContent).toBe(
        `No route matches ${path}. Was it added to the router?`,
      );
      unmount();
    }
  });

  it('[ROUTE-09] matches paths case-insensitively and passes parameters unchanged', async () => {
    const { unmount } = openSite('/FLIGHT/off_AbC');
    expect(await findHeading('Offer off_AbC')).toBeTruthy();
    unmount();
    openSite('/Privacy-POLICY');
    expect(await findHeading('Privacy Policy')).toBeTruthy();
  });

  it('[HEADER-01] shows header and footer around every screen, including not-found screens', async () => {
    for (const [path, name] of [
      ['/', 'Home'],
      ['/faq', 'Questions and answers'],
      ['/nope', '404 Page Not Found'],
    ] as const) {
      const { unmount } = openSite(path);
      await findHeading(name);
      expect(screen.getByRole('banner')).toBeTruthy();
      expect(screen.getByRole('contentinfo')).toBeTruthy();
      unmount();
    }
  });
});

describe('pages with a policy of their own', () => {
  const BookingLinks: ComponentType = () => {
    const navigate = useNavigate();
    return (
      <>
        <Screen name="Links" />
        <Link to="/Booking?offer=off_1">Book</Link>
        <button onClick={() => void navigate('/search?origin=LHR', { replace: true })}>Leave</button>
        <Link to="/booking/status">Status</Link>
      </>
    );
  };
  const withStatus = {
    ...remotes,
    booking: createRelease('booking', [
      { path: '/booking', screen: 'links' },
      { path: '/booking/status', screen: 'status' },
    ]),
  };
  const loader = fakeLoader({
    getRemotes: () => Promise.resolve(withStatus),
    loadScreen: (remote, name) =>
      ['links', 'offer'].includes(name)
        ? Promise.resolve({ Component: BookingLinks })
        : name === 'status'
          ? Promise.resolve({ Component: () => <Screen name="Status" /> })
          : loadScreen(remote, name),
  });
  const open = async (url: string, documentGroups?: DocumentGroups) => {
    const { unmount } = openSite(url, loader, documentGroups);
    await findHeading(url.startsWith('/flight') ? 'Links off_1' : 'Links');
    return unmount;
  };
  let assign: ReturnType<typeof vi.spyOn>;
  let replace: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  });
  afterEach(() => {
    assign.mockRestore();
    replace.mockRestore();
  });

  it('[ELEMENT-04] are entered by a load of the document, whose screen shows nothing before', async () => {
    await open('/flight/off_1', [['/booking']]);
    await userEvent.click(screen.getByRole('link', { name: 'Book' }));
    await waitFor(() => expect(assign.mock.calls).toEqual([['/Booking?offer=off_1']]));
    expect(await findHeading('Links off_1')).toBeTruthy();
    expect(window.location.pathname).toBe('/flight/off_1');
  });

  it('[ELEMENT-04] are left by a load of the document, in place of their entry where the link says so', async () => {
    await open('/BOOKING/', [['/booking']]);
    for (const name of ['Contact', 'My Trips']) await userEvent.click(screen.getByRole('link', { name }));
    await waitFor(() => expect(assign.mock.calls).toEqual([['/contact'], ['/my-trips']]));
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(replace.mock.calls).toEqual([['/search?origin=LHR']]));
    expect(assign).toHaveBeenCalledTimes(2);
  });

  it('[ELEMENT-04] need no load among themselves, nor do the other pages', async () => {
    const close = await open('/booking', [['/booking']]);
    await userEvent.click(screen.getByRole('link', { name: 'Status' }));
    expect(await findHeading('Status')).toBeTruthy();
    close();
    await open('/flight/off_1', [['/booking']]);
    await userEvent.click(screen.getByRole('link', { name: 'My Trips' }));
    expect(await findHeading('Trips')).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });

  it('[ELEMENT-04] are entered without a load where none has a policy of its own', async () => {
    await open('/flight/off_1');
    await userEvent.click(screen.getByRole('link', { name: 'Book' }));
    expect(await findHeading('Links')).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });

  it('[ROUTE-08] an unknown path below theirs shows the not-found card and does not load again and again', async () => {
    openSite('/booking/nope', loader, [['/booking']]);
    expect(await findHeading('404 Page Not Found')).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('front end that fails', () => {
  it('[TRACK-02] shows a message and Retry in its area, keeps the rest of the site working, tracks each page once, and recovers on Retry without a reload', async () => {
    let isBroken = true;
    const loader = fakeLoader({
      loadScreen: (remote, name) =>
        isBroken && remote === 'account'
          ? Promise.reject(new RemoteError(remote, new Error('404')))
          : loadScreen(remote, name),
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

  it.each(['', 'after a link'])(
    '[CARE-05] says after ten seconds that a screen is slow, waits on, and shows it when it comes %s',
    async (link) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      onTestFinished(() => void vi.useRealTimers());
      const { promise, resolve } = Promise.withResolvers<{ Component: ComponentType }>();
      const getBusy = () => screen.getByRole('main').getAttribute('aria-busy') === 'true';
      const loader = fakeLoader({
        loadScreen: (remote, name) => (name === 'trips' ? promise : loadScreen(remote, name)),
      });
      openSite(link ? '/' : '/my-trips', loader);
      if (link) {
        await findHeading('Home');
        fireEvent.click(screen.getByRole('link', { name: 'My Trips' }));
      }
      await waitFor(() => expect(link ? getBusy() : screen.queryByText('Loading this page')).toBeTruthy());
      const notes = () => screen.queryAllByText(staysLoading, { ignore: '[role=status]' });
      expect(notes()).toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      expect(notes()).toHaveLength(1);
      await act(() => vi.advanceTimersByTimeAsync(3_600_000));
      expect(screen.queryByText('This part of the site did not load')).toBeNull();
      await act(async () => resolve({ Component: screens.trips! }));
      expect(await findHeading('Trips')).toBeTruthy();
      expect(notes()).toEqual([]);
    },
  );

  it('shows that the browser is offline and retries automatically when it is online', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const loader = fakeLoader({
      loadScreen: (remote, name) =>
        navigator.onLine
          ? loadScreen(remote, name)
          : Promise.reject(new RemoteError(remote, new Error('offline'))),
    });
    openSite('/my-trips', loader);
    expect(await screen.findByText('You are offline')).toBeTruthy();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await findHeading('Trips')).toBeTruthy();
    online.mockRestore();
  });

  it('uses the paths of the release that Retry has found', async () => {
    let current = remotes;
    const loader = fakeLoader({
      getRemotes: () => Promise.resolve(current),
      loadScreen: (remote, name) =>
        name === 'trips'
          ? Promise.reject(new RemoteError(remote, new Error('404')))
          : loadScreen(remote, name),
      invalidate: () => {
        current = { account: createRelease('account', [{ path: '/my-trips', screen: 'login' }]) };
      },
    });
    openSite('/my-trips', loader);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await findHeading('Sign in')).toBeTruthy();
    // A path without a screen may lead elsewhere: the server answers it.
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await userEvent.click(screen.getByRole('link', { name: 'Home' }));
    await waitFor(() => expect(assign.mock.calls).toEqual([['/']]));
    assign.mockRestore();
  });

  it('shows the message when the release table cannot be read, and recovers on Retry', async () => {
    const getRemotes = vi.fn(fakeLoader().getRemotes).mockRejectedValueOnce(new Error('503'));
    openSite('/my-trips', fakeLoader({ getRemotes }));
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await findHeading('Trips')).toBeTruthy();
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
      openSite('/login', fakeLoader({ loadScreen: () => Promise.reject(failure) }));
      await waitFor(() => expect(details).toEqual([failure]));
      if (isCancelled) await waitFor(() => expect(screen.queryByText('Loading this page')).toBeNull());
      else await screen.findByText('This part of the site did not load');
      expect(Boolean(screen.queryByText('This part of the site did not load'))).toBe(!isCancelled);
      window.removeEventListener(preloadErrorEvent, listener);
    },
  );
});

describe('page reports', () => {
  it('begin a view with each screen, but not with each change of the query, and have the errors of screens', async () => {
    const startView = vi.fn();
    const addError = vi.fn();
    const failure = new Error('chunk 404');
    const loader = fakeLoader({
      loadScreen: (remote, name) =>
        name === 'trips' ? Promise.reject(new RemoteError(remote, failure)) : loadScreen(remote, name),
    });
    renderApp('/flight/off_1', loader, undefined, {
      ...ignoredReports,
      startView,
      addError,
    });
    await findHeading('Offer off_1');
    await userEvent.click(screen.getByRole('link', { name: 'Contact' }));
    await findHeading('Talk to us');
    await userEvent.click(screen.getByRole('link', { name: 'My Trips' }));
    await screen.findByText('This part of the site did not load');
    expect(startView.mock.calls).toEqual([
      [{ frontEnd: 'search', route: '/flight/:id' }],
      [{ frontEnd: 'shell', route: '/contact' }],
      [{ frontEnd: 'account', route: '/my-trips' }],
    ]);
    // It is reported in an effect, which may follow the message.
    await waitFor(() => expect(addError.mock.calls).toEqual([['load', failure, 'account']]));
  });

  it('have what a screen throws while rendering', async () => {
    const addError = vi.fn();
    renderApp('/booking', fakeLoader(), undefined, { ...ignoredReports, addError });
    await screen.findByText('This part of the site did not load');
    // The router reports it in an effect, which may follow the message.
    await waitFor(() =>
      expect(addError).toHaveBeenCalledWith('render', expect.objectContaining({ message: 'render error' })),
    );
  });
});

describe('preloading', () => {
  it('of a link starts on hover, for its screen only', async () => {
    const preload = vi.fn();
    openSite('/faq', fakeLoader({ preload }));
    for (const name of ['Contact', 'My Trips']) await userEvent.hover(screen.getByRole('link', { name }));
    await waitFor(() => expect(preload.mock.calls).toEqual([['account', ['trips']]]));
  });

  it('of an idle page is for all screens of its remote, and for the entries of the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const preload = vi.fn();
    try {
      openSite('/my-trips', fakeLoader({ preload }));
      await vi.advanceTimersByTimeAsync(10_000);
    } finally {
      vi.useRealTimers();
    }
    expect(preload.mock.calls).toEqual([
      ['search', []],
      ['account', undefined],
      ['booking', []],
    ]);
  });
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

  it('moves the focus to the heading of the new screen and announces its title in an existing live region', async () => {
    screen.queryByRole('status')?.remove();
    openSite('/');
    await findHeading('Home');
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('');
    await userEvent.click(screen.getByRole('link', { name: 'My Trips' }));
    await findHeading('Trips');
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('heading', { name: 'Trips' })));
    expect(region.textContent).toBe('Trips');
  });

  it('leaves the focus of the first screen to the browser', async () => {
    openSite('/');
    await findHeading('Home');
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(getFocused()).toBe(document.body);
  });

  it('moves the focus to the heading after a link within a screen that is gone', async () => {
    const { router } = renderElement(
      <main id="content">
        <RouteFocus />
        <h1>63 flights found</h1>
        <button type="button">Sort</button>
      </main>,
      { url: '/search?origin=JFK' },
    );
    act(() => screen.getByRole('button').focus());
    await act(() => router.navigate('/search?origin=EWR'));
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(getFocused()).toBe(screen.getByRole('button'));
    act(() => screen.getByRole('button').blur());
    await act(() => router.navigate('/search?origin=EWR&stops=0', { replace: true }));
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(getFocused()).toBe(document.body);
    await act(() => router.navigate('/search?origin=LGA'));
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('heading')));
  });

  it('moves the focus to the heading of a screen that replaces its address while it loads', async () => {
    const Screen = () => {
      const { search } = useLocation();
      return (
        <main id="content" tabIndex={-1}>
          {/* The frame is mounted again around another screen. */}
          <RouteFocus key={search} />
          {search.includes('loaded') && <h1>Who is travelling?</h1>}
        </main>
      );
    };
    const { router } = renderElement(<Screen />, { url: '/flight/off_1' });
    await act(() => router.navigate('/booking?offer=off_1'));
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('main')));
    await act(() => router.navigate('/booking?offer=off_1&adults=1', { replace: true }));
    await act(() => router.navigate('/booking?offer=off_1&loaded', { replace: true }));
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('heading')));
  });

  it('follows the heading to one that appears later, unless the visitor has moved the focus', async () => {
    const { rerender } = render(<main id="content" data-testid="content" tabIndex={-1} />);
    const content = screen.getByTestId('content');
    const stop = followHeading(content);
    expect(getFocused()).toBe(content);
    const show = (key: string) =>
      rerender(
        <main id="content" data-testid="content" tabIndex={-1}>
          <h1 key={key}>{key}</h1>
          <button type="button">Sort</button>
        </main>,
      );
    show('Searching');
    await waitFor(() => expect(getFocused()?.textContent).toBe('Searching'));
    // A heading with the focus that is replaced leaves it to the body.
    act(() => (getFocused() as HTMLElement).blur());
    show('63 flights found');
    await waitFor(() => expect(getFocused()?.textContent).toBe('63 flights found'));
    act(() => screen.getByRole('button').focus());
    show('64 flights found');
    await screen.findByText('64 flights found');
    expect(getFocused()).toBe(screen.getByRole('button'));
    stop();
  });

  it('waits for a heading that is hidden while the rest of its screen loads', async () => {
    render(
      <main id="content" data-testid="content" tabIndex={-1}>
        <h1>Who is travelling?</h1>
        <p>Loading</p>
      </main>,
    );
    const [content, heading] = [screen.getByTestId('content'), screen.getByRole('heading')];
    const focus = vi.spyOn(heading, 'focus').mockImplementation(() => undefined);
    content.focus();
    const stop = followHeading(content);
    screen.getByText('Loading').append('...');
    await waitFor(() => expect(focus).toHaveBeenCalledTimes(2));
    focus.mockRestore();
    heading.setAttribute('style', 'display: block');
    await waitFor(() => expect(getFocused()).toBe(heading));
    stop();
  });

  it('has a skip link to the content', () => {
    openSite('/faq');
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#content');
    expect(screen.getByRole('main').id).toBe('content');
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
