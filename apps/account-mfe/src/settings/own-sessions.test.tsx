import {
  closeOpenedTrips,
  currentUser,
  endOtherSessions,
  endOwnSession,
  listOpenedTrips,
  listOwnSessions,
} from '@fareline/contracts';
import { connectionFailure, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { getAnnouncement, getFocused, queryToast } from '@fareline/ui-theme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { administrator, ownSession, renderApp, signedIn } from '../testing/harness.tsx';

const own = ownSession();
const phone = ownSession({
  ...{ id: '5e551011-0000-4000-8000-000000000002', device: 'Safari on iPhone', isThis: false },
});
const unknown = ownSession({
  ...{ id: '5e551011-0000-4000-8000-000000000003', device: null, network: null, isThis: false },
});

/** The service with these sessions, which ends them. */
function serve(sessions = [own, phone, unknown]) {
  let alive = sessions;
  respondTo(listOwnSessions, () => ({ body: { sessions: alive } }));
  respondTo(endOwnSession, ({ params }) => {
    alive = alive.filter(({ id }) => id !== params.id);
    return { body: { success: true as const, message: 'You are signed out there.' } };
  });
  respondTo(endOtherSessions, () => {
    alive = alive.filter(({ isThis }) => isThis);
    return { body: { success: true as const, message: 'You are signed out in 2 other browsers.' } };
  });
}

async function open(url = '/account-settings') {
  respondTo(currentUser, url.startsWith('/admin') ? administrator : signedIn);
  const view = renderApp(url);
  await screen.findByRole('heading', { name: 'Where you are signed in' });
  return view;
}
const heading = () => screen.getByRole('heading', { name: 'Where you are signed in' });
const findItems = async () =>
  within(await screen.findByRole('list', { name: 'Where you are signed in' })).getAllByRole('listitem');
const endButton = (name: RegExp) => screen.getByRole('button', { name });

describe('[GUARD-07] where the user is signed in', () => {
  it('could not be loaded, and is loaded by another try', async () => {
    respondTo(listOwnSessions, () => connectionFailure());
    const { user } = await open();
    expect(await screen.findByText('Where you are signed in could not be loaded')).toBeTruthy();
    serve();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findItems()).toHaveLength(3);
  });

  it('says that a session has ended meanwhile, and shows what there is now', async () => {
    serve();
    const { user } = await open();
    await findItems();
    serve([own, unknown]);
    respondTo(endOwnSession, () => errorResponse('NOT_FOUND', { message: 'Not signed in there any more.' }));
    await user.click(endButton(/^End Safari/));
    await waitFor(() => expect(queryToast()?.textContent).toContain('Not signed out there'));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(getFocused()).toBe(heading());
  });

  it('keeps all and the focus when not all others could be ended', async () => {
    serve();
    respondTo(endOtherSessions, () => connectionFailure());
    const { user } = await open();
    await findItems();
    await user.click(endButton(/^End all others$/));
    await waitFor(() => expect(queryToast()?.textContent).toContain('Not signed out elsewhere'));
    expect(await findItems()).toHaveLength(3);
    expect(getFocused()).toBe(endButton(/^End all others$/));
  });

  it('is shown with browser, network and times, and this browser cannot be ended', async () => {
    serve();
    await open();
    const [first, second, third] = await findItems();
    expect(first!.textContent).toMatch(
      /^Firefox on Linux This browserFrom 192\.0\.2\.…, last used Nov 21, 2026/,
    );
    expect(within(first!).queryByRole('button')).toBeNull();
    expect(second!.textContent).toMatch(/Signed in Nov 20, 2026/);
    expect(third!.textContent).toMatch(/^A browser that we do not know last used/);
    expect(within(third!).getByRole('button', { name: /^End A browser that we do not know/ })).toBeTruthy();
  });

  it('is ended one by one: the focus goes on, at the end to the heading, and each is announced', async () => {
    serve();
    const { user } = await open();
    await findItems();
    await user.click(endButton(/^End Safari/));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(getAnnouncement()).toBe('Signed out: Safari on iPhone');
    expect(getFocused()).toBe(endButton(/^End A browser/));
    expect(requestsTo(endOwnSession)).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('A browser that we do not know')).toBeNull());
    expect(getFocused()).toBe(heading());
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
  });

  it.each(['/account-settings', '/admin/security'])('is ended everywhere else at %s', async (url) => {
    serve();
    const { user } = await open(url);
    await findItems();
    await user.click(endButton(/^End all others$/));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(await findItems()).toHaveLength(1);
    expect(getAnnouncement()).toBe('You are signed out in 2 other browsers.');
    expect(getFocused()).toBe(heading());
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  });
});

describe('[GUARD-07] trips that a code has opened', () => {
  const trip = (id: string, reference: string, browsers = 1) => ({
    ...{ id: `7a1b0000-0000-4000-8000-00000000000${id}`, reference, browsers },
    openedAt: '2026-11-21T11:00:00.000Z',
  });
  const trips = [trip('1', 'ABC123', 2), trip('2', 'XYZ789')];

  it('could not be loaded, or closed, beside the sessions', async () => {
    respondTo(listOpenedTrips, () => connectionFailure());
    const { user } = await open();
    expect(await screen.findByText('Trips that are open elsewhere could not be loaded')).toBeTruthy();
    expect(await findItems()).toHaveLength(1);
    respondTo(listOpenedTrips, () => ({ body: { trips } }));
    respondTo(closeOpenedTrips, () => errorResponse('NOT_FOUND', { message: 'Not open any more.' }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('In 2 browsers, opened', { exact: false });
    respondTo(listOpenedTrips, () => ({ body: { trips: [] } }));
    await user.click(endButton(/^Close trip ABC123$/));
    await waitFor(() => expect(screen.queryByText('Trips that a code has opened')).toBeNull());
    expect(queryToast()?.textContent).toContain('Not closed');
    expect(getFocused()).toBe(heading());
  });

  it('are closed one by one, announced, and the focus goes on', async () => {
    respondTo(listOpenedTrips, () => ({ body: { trips } }));
    respondTo(closeOpenedTrips, () => ({ body: { success: true as const, message: 'Closed.' } }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Close trip ABC123' }));
    await waitFor(() => expect(screen.queryByText('ABC123')).toBeNull());
    expect(getAnnouncement()).toBe('Closed: trip ABC123');
    expect(getFocused()).toBe(endButton(/^Close trip XYZ789$/));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Trips that a code has opened')).toBeNull());
    expect(getFocused()).toBe(heading());
  });
});
