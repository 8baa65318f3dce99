import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/harness.tsx';
import { mayOpen, signInAs, staffRoutes } from '../../testing/staff.ts';

const recordPath = '/admin/bookings/3f2a9c1e-0000-4000-8000-1234567890ab';
const findNavigation = async () => within(await screen.findByRole('navigation', { name: 'Staff' }));
const findLinks = async () =>
  (await findNavigation()).getAllByRole<HTMLAnchorElement>('link').map((link) => link.getAttribute('href'));

// What a test waits for does not include compiling the screens.
beforeAll(() => Promise.all(staffRoutes.map(({ file }) => import(/* @vite-ignore */ `../../${file}`))));

describe.each(['support', 'administrator'] as const)('the navigation of %s', (role) => {
  const paths = staffRoutes.map(({ path }) => path).filter((path) => mayOpen(role, path));
  /** A booking is opened from a list. */
  const linked = paths.filter((path) => !path.includes(':'));

  it.each(paths)(
    '[REVIEW-04, ADMIN-05] leads from %s to each screen of the role and to no other',
    async (path) => {
      signInAs(role);
      renderApp(path.replace('/admin/bookings/:id', recordPath));
      expect((await findLinks()).toSorted()).toEqual(['/account-settings', ...linked].toSorted());
    },
  );

  it.each(linked)('opens %s by one press, and says that it is open', async (path) => {
    signInAs(role);
    const { router, user } = renderApp(recordPath);
    const link = (await findNavigation()).getByRole('link', {
      name: (_, element) => element.getAttribute('href') === path,
    });
    await user.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    // The record stays until the screen is there.
    await waitFor(async () => {
      const current = (await findNavigation()).queryAllByRole('link', { current: 'page' });
      expect(current.map((each) => each.getAttribute('href'))).toEqual([path]);
    });
    expect((await screen.findAllByText(/could not be loaded|Failed to load/)).length).toBeGreaterThan(0);
  });
});

it('says on a booking that it is among the bookings', async () => {
  signInAs('support');
  renderApp(recordPath);
  const navigation = await findNavigation();
  expect(navigation.queryByRole('link', { current: 'page' })).toBeNull();
  expect(navigation.getByRole('link', { current: true }).textContent).toBe('Bookings');
});

it.each(['nobody', 'traveller'] as const)('[REVIEW-04] shows %s no screens of staff', async (role) => {
  signInAs(role);
  renderApp('/admin/bookings');
  await screen.findByText(role === 'nobody' ? 'Please sign in again' : 'Page /');
  expect(screen.queryByRole('navigation', { name: 'Staff' })).toBeNull();
});

it('[REVIEW-04] opens its list of screens by a button on small screens, and closes it', async () => {
  signInAs('support');
  const { user } = renderApp(recordPath);
  await findNavigation();
  const menu = screen.getByRole('button', { name: 'Staff menu', expanded: false });
  const list = document.getElementById(menu.getAttribute('aria-controls')!);
  expect(list?.dataset.open).toBeUndefined();
  await user.click(menu);
  expect(menu.getAttribute('aria-expanded')).toBe('true');
  expect(list?.dataset.open).toBe('true');
  await user.click(menu);
  expect(list?.dataset.open).toBeUndefined();
});
