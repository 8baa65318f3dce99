import { logout } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { sampleUser } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { addTrackSink, type TrackEvent } from '@fareline/ui-theme';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { Header } from './header.tsx';

const ada = sampleUser();

const activeLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);

describe('links', () => {
  it('[HEADER-03] links to Home, My Trips and Contact', () => {
    renderElement(<Header />);
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['My Trips', '/my-trips'],
      ['Contact', '/contact'],
    ]);
  });

  it.each([
    ['/', ['Home']],
    ['/search', []],
    ['/my-trips', ['My Trips']],
    ['/My-Trips/42', ['My Trips']],
    ['/my-trips-old', []],
    ['/contact', ['Contact']],
  ])('[HEADER-04] highlights on %s: %j', (path, expected) => {
    renderElement(<Header />, { url: path });
    expect(activeLinks()).toEqual(expected);
  });

  it('[HEADER-05][HEADER-13][TRACK-03] shows the phone number with 24/7 and tracks a click on it', async () => {
    const events: TrackEvent[] = [];
    const remove = addTrackSink({ event: (event) => events.push(event) });
    renderElement(<Header />);
    const phone = screen.getByRole('link', { name: `24/7 ${defaultBrand.contact.phone}` });
    expect(phone.getAttribute('href')).toBe('tel:+18885550142');
    await userEvent.click(phone);
    remove();
    expect(events).toContainEqual(expect.objectContaining({ action: 'phone_call', label: 'header_phone' }));
  });
});

describe('in the checkout', () => {
  it.each(['/booking', '/Booking', '/booking/payment-return', '/booking/change/bok_1/chg_1'])(
    'has logo, phone and help only on %s',
    (url) => {
      renderElement(<Header />, { url });
      const names = screen
        .getAllByRole('link')
        .map((link) => link.getAttribute('aria-label') ?? link.textContent);
      expect(names).toEqual([`${defaultBrand.name} home`, `24/7 ${defaultBrand.contact.phone}`, 'Help']);
      expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/contact');
      expect(screen.queryByRole('button')).toBeNull();
      expect(screen.getByText(defaultBrand.name).className).not.toContain('hidden');
    },
  );

  it('has everything on the status page of a booking', () => {
    renderElement(<Header />, { url: '/booking/status' });
    expect(screen.getByRole('link', { name: 'My Trips' })).toBeTruthy();
  });
});

describe('user area', () => {
  it('[HEADER-06] shows Sign In and Sign Up to a signed-out visitor', () => {
    renderElement(<Header />);
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register');
    expect(screen.queryByText('My Account')).toBeNull();
  });

  it('[HEADER-07] shows the first name with its initial, or the username without a first name', async () => {
    const { unmount } = renderElement(<Header />, { user: ada });
    expect((await screen.findByRole('button', { name: 'Ada' })).textContent).toBe('AAda');
    unmount();
    renderElement(<Header />, { user: sampleUser({ firstName: null, username: 'ada99' }) });
    expect((await screen.findByRole('button', { name: 'ada99' })).textContent).toBe('Aada99');
  });

  it.each([
    [false, ['Settings', 'My Trips', 'Sign Out']],
    [true, ['Settings', 'My Trips', 'Admin Panel', 'Sign Out']],
  ])('[HEADER-08][HEADER-09] with isAdmin %s shows the menu items %j', async (isAdmin, names) => {
    renderElement(<Header />, { user: sampleUser({ isAdmin }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Ada' }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByText('My Account')).toBeTruthy();
    const items = within(menu).getAllByRole('menuitem');
    expect(items.map((item) => item.textContent?.trim())).toEqual(names);
    expect(items[0]?.getAttribute('href')).toBe('/account-settings');
    expect(items[1]?.getAttribute('href')).toBe('/my-trips');
    if (isAdmin) expect(items[2]?.getAttribute('href')).toBe('/admin-settings');
  });
});

describe('signing out', () => {
  const signOut = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Ada' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  };

  it('[HEADER-11] only logs a failure, and keeps page and user', async () => {
    const opened = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    respondTo(logout, () => errorResponse('SERVICE_UNAVAILABLE'));
    const { router } = renderElement(<Header />, { user: ada, url: '/my-trips' });
    await signOut();
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(router.state.location.pathname).toBe('/my-trips');
    expect(await screen.findByRole('button', { name: 'Ada' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
    logged.mockRestore();
  });

  it('[HEADER-10] opens / as a new page after the session has ended, and forgets what this tab has stored', async () => {
    const opened = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    sessionStorage.setItem('bookingAttempts', '[{"contact":{"email":"ada@example.com"}}]');
    respondTo(logout, () => ({ body: { success: true as const, message: 'Signed out' } }));
    renderElement(<Header />, { user: ada, url: '/my-trips' });
    await signOut();
    await waitFor(() => expect(opened.mock.calls).toEqual([['/']]));
    expect(sessionStorage.getItem('bookingAttempts')).toBeNull();
    expect(requestsTo(logout).map(({ body }) => body)).toEqual([{}]);
    opened.mockRestore();
  });
});

describe('on small screens', () => {
  it('[HEADER-12][HEADER-13][HEADER-09] shows the same links, the email address, settings, sign out and the second phone number in a side menu', async () => {
    renderElement(<Header />, { user: sampleUser({ isAdmin: true }) });
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    const links = within(menu)
      .getAllByRole('link')
      .map((link) => [link.textContent?.trim(), link.getAttribute('href')]);
    expect(links).toEqual([
      ['Home', '/'],
      ['My Trips', '/my-trips'],
      ['Contact', '/contact'],
      ['Account Settings', '/account-settings'],
      ['Admin Panel', '/admin-settings'],
      [defaultBrand.content.secondPhone, 'tel:+18885550178'],
    ]);
    expect(within(menu).getByText('ada@example.com')).toBeTruthy();
    expect(within(menu).getByRole('button', { name: 'Sign Out' })).toBeTruthy();
    expect(within(menu).getByText('24/7 Support')).toBeTruthy();
    expect(within(menu).getByText('Our second line')).toBeTruthy();
  });

  it('[HEADER-09][HEADER-12] signs a user out from the side menu, which has no Admin Panel for other users', async () => {
    const opened = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    respondTo(logout, () => ({ body: { success: true as const, message: 'Signed out' } }));
    renderElement(<Header />, { user: ada, url: '/my-trips' });
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    expect(within(menu).queryByRole('link', { name: 'Admin Panel' })).toBeNull();
    await userEvent.click(within(menu).getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(opened.mock.calls).toEqual([['/']]));
    expect(requestsTo(logout)).toHaveLength(1);
    opened.mockRestore();
  });

  it('[HEADER-06][HEADER-12] has Sign In and Sign Up in the side menu for a signed-out visitor', async () => {
    renderElement(<Header />);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    expect(within(menu).getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
    expect(within(menu).getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register');
  });

  it('[HEADER-12] closes the side menu when a link is clicked', async () => {
    renderElement(<Header />);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    await userEvent.click(within(menu).getByRole('link', { name: 'Contact' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
