import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, errorResponse } from '@fareline/tools/fake-server';
import { renderAccount } from '../testing/harness.tsx';

const read = 'GET /api/admin/settings';
const save = 'POST /api/admin/settings';
const verify = 'POST /api/admin/login';
const settings = (change = {}) => ({
  body: {
    enableLiveMode: false,
    duffelApiConfigured: true,
    stripeConfigured: false,
    environment: 'production',
    ...change,
  },
});

async function openScreen(overrides: Parameters<typeof fakeServer>[0] = {}, isConfirmed = true) {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const confirm = vi.fn(() => isConfirmed);
  vi.stubGlobal('confirm', confirm);
  const server = fakeServer({
    [read]: () => settings(),
    [save]: ({ body }) => ({ body }),
    [verify]: () => ({ body: { success: true, message: 'Verified' } }),
    ...overrides,
  });
  const view = renderAccount('/admin-settings');
  await screen.findByRole('heading', { name: 'Administrator Settings' });
  return { server, reload, confirm, ...view };
}
const clickSwitch = async (user: { click: (element: Element) => Promise<void> }) =>
  user.click(screen.getByRole('switch', { name: 'Live Mode' }));

afterEach(() => vi.restoreAllMocks());

describe('loading the settings', () => {
  it.each([401, 403])('[ADMIN-10] redirects to the home page with a toast on a %i', async (status) => {
    fakeServer({ [read]: () => errorResponse(status, 'FORBIDDEN', 'No.') });
    const { router } = renderAccount('/admin-settings');
    expect(await screen.findByText('Access Denied')).toBeTruthy();
    expect(screen.getByText("You don't have permission to access admin settings.")).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('[ADMIN-11] shows an error for any other status', async () => {
    fakeServer({ [read]: () => ({ status: 500 }) });
    renderAccount('/admin-settings');
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getByText('Failed to load admin settings. Please try again later.')).toBeTruthy();
  });
});

describe('switching the mode', () => {
  it('[ADMIN-06] sends no request when the warning is declined', async () => {
    const { server, user, confirm } = await openScreen({}, false);
    await clickSwitch(user);
    expect(confirm).toHaveBeenCalledWith(expect.stringMatching(/Real bookings .* real payment methods/));
    expect(server.calls.filter((call) => call.method === 'POST')).toEqual([]);
  });

  it('[ADMIN-04] is disabled when the flight-data provider is not configured', async () => {
    await openScreen({ [read]: () => settings({ duffelApiConfigured: false }) });
    expect(screen.getByRole('switch', { name: 'Live Mode' })).toHaveProperty('disabled', true);
  });

  it.each([
    [
      '[ADMIN-12] the verification request fails',
      verify,
      () => {
        throw new TypeError('Failed to fetch');
      },
      'Authentication Error',
      'Could not verify admin privileges. Please try logging in again.',
    ],
    [
      '[ADMIN-13] the session is rejected with a message',
      verify,
      () => ({ body: { success: false, message: 'Please sign in again.' } }),
      'Authentication Failed',
      'Please sign in again.',
    ],
    [
      '[ADMIN-13] the session is rejected without a message',
      verify,
      () => ({ status: 401 }),
      'Authentication Failed',
      'Session could not be verified. Please try logging in again.',
    ],
    [
      '[ADMIN-14] the change is rejected',
      save,
      () => ({ status: 500 }),
      'Failed to Update',
      'There was a problem saving your changes.',
    ],
    [
      '[ADMIN-14] the request of the change fails',
      save,
      () => {
        throw new TypeError('Failed to fetch');
      },
      'Mode Change Failed',
      'There was a problem switching modes. Please try again.',
    ],
  ])('%s: shows the error and does not reload', async (_, route, response, title, text) => {
    const { server, user, reload } = await openScreen({ [route]: response });
    await clickSwitch(user);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(server.callsTo(save)).toHaveLength(route === save ? 1 : 0);
    expect(screen.getByText('TEST')).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
  });

  it('[ADMIN-08] does not reload when the mode did not change', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, reload } = await openScreen({ [save]: () => ({ body: { enableLiveMode: false } }) });
    await clickSwitch(user);
    expect(await screen.findByText('Settings Updated')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(3000);
    expect(reload).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it('[ADMIN-07] [ADMIN-08] [ADMIN-09] verifies the session, saves, refreshes the session, and reloads after one second', async () => {
    const { server, user, reload } = await openScreen();
    await clickSwitch(user);
    expect(await screen.findByText('Settings Updated')).toBeTruthy();
    const writes = server.calls.filter((call) => call.method === 'POST').map((call) => call.path);
    expect(writes).toEqual(['/api/admin/login', '/api/admin/settings', '/api/admin/login']);
    expect(server.callsTo(save)[0]?.body).toEqual({ enableLiveMode: true });
    expect(reload).not.toHaveBeenCalled();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('[ADMIN-06] turns live mode off without a confirmation', async () => {
    const { user, confirm } = await openScreen({ [read]: () => settings({ enableLiveMode: true }) });
    expect(screen.getByText('LIVE')).toBeTruthy();
    await clickSwitch(user);
    expect(await screen.findByText('Settings Updated')).toBeTruthy();
    expect(confirm).not.toHaveBeenCalled();
  });
});

describe('the settings', () => {
  it('[ADMIN-01] [ADMIN-02] [ADMIN-03] [ADMIN-05] shows environment, mode, providers and a link back', async () => {
    await openScreen();
    expect(screen.getByText('production')).toBeTruthy();
    expect(screen.getByText('TEST')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Flight-data provider' }).textContent).toContain('Configured');
    expect(screen.getByRole('group', { name: 'Payments' }).textContent).toContain('Not Configured');
    expect(screen.getByRole('link', { name: 'Back to Account' }).getAttribute('href')).toBe(
      '/account-settings',
    );
  });
});
