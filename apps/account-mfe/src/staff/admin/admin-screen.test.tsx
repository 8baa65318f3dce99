import {
  adminLogin,
  confirmPassword,
  currentUser,
  getAdminSettings,
  saveAdminSettings,
  type AdminSettings,
  type AnyEndpoint,
} from '@fareline/contracts';
import {
  allRequests,
  connectionFailure,
  errorResponse,
  proxyResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { getFocused } from '@fareline/ui-theme/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { administrator, renderApp } from '../../testing/harness.tsx';

beforeEach(() => respondTo(currentUser, administrator));

async function openScreen(changes: Partial<AdminSettings> = {}, isConfirmed = true) {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const confirm = vi.fn(() => isConfirmed);
  vi.stubGlobal('confirm', confirm);
  respondTo(getAdminSettings, () => ({
    body: {
      enableLiveMode: false,
      duffelApiConfigured: true,
      stripeConfigured: true,
      environment: 'production',
      isSandbox: false,
      ...changes,
    },
  }));
  respondTo(saveAdminSettings, ({ body }) => ({ body }));
  respondTo(adminLogin, () => ({ body: { success: true as const, message: 'Session verified' } }));
  const view = renderApp('/admin-settings');
  await screen.findByRole('heading', { name: 'Administrator Settings' });
  return { reload, confirm, ...view };
}
const clickSwitch = async (user: { click: (element: Element) => Promise<void> }) =>
  user.click(screen.getByRole('switch', { name: 'Live Mode' }));

afterEach(() => vi.restoreAllMocks());

describe('loading the settings', () => {
  it.each(['NOT_AUTHENTICATED', 'FORBIDDEN'] as const)(
    '[ADMIN-10] redirects to the home page with a toast on %s',
    async (code) => {
      respondTo(getAdminSettings, () => errorResponse(code));
      const { router } = renderApp('/admin-settings');
      expect(await screen.findByText('Access Denied')).toBeTruthy();
      expect(screen.getByText("You don't have permission to access admin settings.")).toBeTruthy();
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
      expect(screen.queryAllByRole('button', { name: 'Sign In' })).toHaveLength(
        code === 'NOT_AUTHENTICATED' ? 1 : 0,
      );
    },
  );

  it('[ADMIN-10] offers a visitor without a session to sign in and return', async () => {
    respondTo(getAdminSettings, () => errorResponse('NOT_AUTHENTICATED'));
    const { router, user } = renderApp('/admin-settings');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/login',
        search: '?redirect=/admin-settings',
      }),
    );
  });

  it('[ADMIN-11] shows an error for any other status', async () => {
    respondTo(getAdminSettings, () => errorResponse('INTERNAL_ERROR'));
    renderApp('/admin-settings');
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getByText('Failed to load admin settings. Please try again later.')).toBeTruthy();
  });
});

describe('switching the mode', () => {
  it('[ADMIN-06] sends no request when the warning is declined', async () => {
    const { user, confirm } = await openScreen({}, false);
    await clickSwitch(user);
    expect(confirm).toHaveBeenCalledWith(expect.stringMatching(/Real bookings .* real payment methods/));
    expect(allRequests().filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('[ADMIN-03] [ADMIN-04] is disabled when the flight-data provider is not configured', async () => {
    await openScreen({ duffelApiConfigured: false });
    expect(screen.getByRole('switch', { name: 'Live Mode' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('group', { name: 'Flight-data provider' }).textContent).toContain(
      'Not Configured',
    );
    expect(screen.getByRole('group', { name: 'Payments' }).textContent).toBe('PaymentsConfigured');
  });

  it('[MODE-03] is disabled when the card provider is not configured, and says what is missing', async () => {
    const message = 'Live mode needs the live keys of the card provider (STRIPE_KEY_LIVE).';
    await openScreen({ stripeConfigured: false, message });
    expect(screen.getByRole('switch', { name: 'Live Mode' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('group', { name: 'Payments' }).textContent).toBe('PaymentsNot Configured');
    expect(screen.getByText(message)).toBeTruthy();
  });

  it('[MODE-03] shows the reason of a refusal', async () => {
    const { user } = await openScreen();
    const message = 'Live mode needs the live keys of the card provider (STRIPE_KEY_LIVE).';
    respondTo(saveAdminSettings, () => errorResponse('LIVE_MODE_UNAVAILABLE', { message }));
    await clickSwitch(user);
    expect(await screen.findByText('Failed to Update')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
  });

  it('[ADMIN-06, MODE-03] says of sandboxes that nothing is real in live mode', async () => {
    const { user, confirm, reload } = await openScreen({ isSandbox: true });
    await clickSwitch(user);
    expect(confirm).toHaveBeenCalledWith(
      expect.stringMatching(/Real bookings .* nothing is booked or charged/),
    );
    expect(await screen.findByText('LIVE (sandbox)')).toBeTruthy();
    expect(screen.getByText('Nothing real is booked and no money moves.')).toBeTruthy();
    await waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 5000 });
  });

  it('[MODE-03] can turn live mode off while the keys are unknown, and says why they are', async () => {
    const message = 'Which live keys there are is unknown.';
    const { user, reload } = await openScreen({ enableLiveMode: true, duffelApiConfigured: false, message });
    expect(screen.getByText(message)).toBeTruthy();
    await clickSwitch(user);
    await waitFor(() =>
      expect(requestsTo(saveAdminSettings).map(({ body }) => body)).toEqual([{ enableLiveMode: false }]),
    );
    await waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 5000 });
  });

  it.each([
    [
      '[ADMIN-12] the verification request fails',
      adminLogin,
      connectionFailure(),
      'Authentication Error',
      'Could not verify admin privileges. Please try logging in again.',
    ],
    [
      '[ADMIN-13] the session is rejected with a message',
      adminLogin,
      errorResponse('FORBIDDEN'),
      'Authentication Failed',
      'You are not allowed to do this.',
    ],
    [
      '[ADMIN-13] the session is rejected without a message',
      adminLogin,
      proxyResponse(401),
      'Authentication Failed',
      'Session could not be verified. Please try logging in again.',
    ],
    [
      '[ADMIN-14] the change is rejected',
      saveAdminSettings,
      errorResponse('INTERNAL_ERROR'),
      'Failed to Update',
      'There was a problem saving your changes.',
    ],
    [
      '[ADMIN-14] the request of the change fails',
      saveAdminSettings,
      connectionFailure(),
      'Mode Change Failed',
      'There was a problem switching modes. Please try again.',
    ],
  ])('%s: shows the error and does not reload', async (_, endpoint, response, title, text) => {
    const { user, reload } = await openScreen();
    respondTo<AnyEndpoint>(endpoint, () => response);
    await clickSwitch(user);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(requestsTo(saveAdminSettings)).toHaveLength(endpoint === saveAdminSettings ? 1 : 0);
    expect(screen.getByText('TEST')).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
  });

  it('[ADMIN-08] does not reload when the mode did not change', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, reload } = await openScreen();
    respondTo(saveAdminSettings, () => ({ body: { enableLiveMode: false } }));
    await clickSwitch(user);
    expect(await screen.findByText('Settings Updated')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(3000);
    expect(reload).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it('[ADMIN-07] [ADMIN-08] [ADMIN-09] verifies the session, saves, refreshes the session, and reloads after one second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, reload } = await openScreen();
    await clickSwitch(user);
    expect(await screen.findByText('Settings Updated')).toBeTruthy();
    const writes = allRequests().filter(({ method }) => method === 'POST');
    expect(writes.map(({ path }) => path)).toEqual([
      adminLogin.path,
      saveAdminSettings.path,
      adminLogin.path,
    ]);
    expect(requestsTo(saveAdminSettings)[0]?.body).toEqual({ enableLiveMode: true });
    await vi.advanceTimersByTimeAsync(700);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(400);
    expect(reload).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it('[ADMIN-02] [ADMIN-06] turns live mode off without a confirmation', async () => {
    const { user, confirm, reload } = await openScreen({ enableLiveMode: true });
    expect(screen.getByText('LIVE')).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Live Mode' }).getAttribute('aria-checked')).toBe('true');
    await clickSwitch(user);
    expect(await screen.findByText('Settings Updated')).toBeTruthy();
    expect(confirm).not.toHaveBeenCalled();
    await waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 5000 });
  });
});

describe('the password', () => {
  const openDialog = async () => {
    const view = await openScreen();
    let isConfirmed = false;
    const success = () => ({ body: { success: true as const, message: 'Done' } });
    respondTo(adminLogin, () => (isConfirmed ? success() : errorResponse('PASSWORD_REQUIRED')));
    respondTo(confirmPassword, ({ body }) => {
      isConfirmed = body.password === 'correct horse 7';
      const message = 'This password is not correct.';
      return isConfirmed
        ? success()
        : errorResponse('CURRENT_PASSWORD_WRONG', { message, fields: [{ path: 'password', message }] });
    });
    await clickSwitch(view.user);
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    return view;
  };

  it('[ACCOUNT-06] is asked for when the service requires it; then the mode is switched', async () => {
    const { user, reload } = await openDialog();
    await user.keyboard('not it{Enter}');
    expect(await screen.findByText('This password is not correct.')).toBeTruthy();
    expect(getFocused()).toBe(screen.getByLabelText('Password'));
    expect(requestsTo(saveAdminSettings)).toEqual([]);
    await user.clear(screen.getByLabelText('Password'));
    await user.keyboard('correct horse 7{Enter}');
    expect(await screen.findByText('Settings Updated')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requestsTo(saveAdminSettings).map(({ body }) => body)).toEqual([{ enableLiveMode: true }]);
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('switch', { name: 'Live Mode' })));
    await waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 5000 });
  });

  it.each(['{Escape}', '{Tab}{Enter}'])(
    '[ACCOUNT-06] is not entered when the dialog is cancelled with %s: nothing changes, and the focus returns',
    async (keys) => {
      const { user } = await openDialog();
      expect(getFocused()).toBe(screen.getByLabelText('Password'));
      await user.keyboard(keys);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(getFocused()).toBe(screen.getByRole('switch', { name: 'Live Mode' })));
      expect(requestsTo(saveAdminSettings)).toEqual([]);
      expect(screen.queryByText('Authentication Failed')).toBeNull();
      expect(screen.getByText('TEST')).toBeTruthy();
    },
  );

  it('[ACCOUNT-06] is required before it is sent', async () => {
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Password is required')).toBeTruthy();
    expect(requestsTo(confirmPassword)).toEqual([]);
  });

  it('[ACCOUNT-06] that is confirmed after its dialog was closed neither acts nor closes the next dialog', async () => {
    const { user } = await openDialog();
    const { promise: response, resolve: respond } = Promise.withResolvers<void>();
    respondTo(confirmPassword, async () => {
      await response;
      return { body: { success: true as const, message: 'Done' } };
    });
    await user.keyboard('correct horse 7{Enter}');
    await waitFor(() => expect(requestsTo(confirmPassword)).toHaveLength(1));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('switch', { name: 'Live Mode' })));
    await clickSwitch(user);
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    respond();
    // The second dialog works: its own response is awaited after the one of the first.
    respondTo(confirmPassword, () => errorResponse('TOO_MANY_REQUESTS'));
    await user.keyboard('again{Enter}');
    expect(await screen.findByText('Too many requests. Please wait a minute and try again.')).toBeTruthy();
    expect(requestsTo(saveAdminSettings)).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('[ACCOUNT-06] can be entered again after a sign-in in a new tab, when the session has ended', async () => {
    const { user } = await openDialog();
    respondTo(confirmPassword, () => errorResponse('NOT_AUTHENTICATED'));
    await user.keyboard('correct horse 7{Enter}');
    expect(await screen.findByText('Your session has ended.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Sign in again in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/login', '_blank']);
    expect(getFocused()).toBe(screen.getByLabelText('Password'));
  });

  it('[LIMIT-04] that was entered too often says once when it can be entered again', async () => {
    const { user } = await openDialog();
    respondTo(confirmPassword, () =>
      errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '60' } }),
    );
    await user.keyboard('correct horse 7{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Password not confirmedToo many requests\. You can try again in \d\d seconds\./,
    );
    expect(screen.getAllByText(/Too many requests/)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Confirm' }).getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Enter}');
    expect(requestsTo(confirmPassword)).toHaveLength(1);
  });

  it('[ACCOUNT-06] can be entered again after a failed request', async () => {
    const { user } = await openDialog();
    respondTo(confirmPassword, () => connectionFailure());
    await user.keyboard('correct horse 7{Enter}');
    expect(await screen.findByText('Nothing answered. Please try again.')).toBeTruthy();
  });
});

describe('the settings', () => {
  it('[ADMIN-01] [ADMIN-02] [ADMIN-03] [ADMIN-04] [ADMIN-05] shows environment, mode, providers and a link back', async () => {
    await openScreen();
    expect(screen.getByText('production')).toBeTruthy();
    expect(screen.getByText('TEST')).toBeTruthy();
    const modeSwitch = screen.getByRole('switch', { name: 'Live Mode' });
    expect(modeSwitch.getAttribute('aria-checked')).toBe('false');
    expect(modeSwitch).toHaveProperty('disabled', false);
    const getStatus = (name: string) => screen.getByRole('group', { name }).textContent;
    expect(getStatus('Flight-data provider')).toBe('Flight-data providerConfigured');
    expect(getStatus('Payments')).toBe('PaymentsConfigured');
    const back = screen.getByRole('link', { name: 'Back to Account' });
    expect(back.getAttribute('href')).toBe('/account-settings');
  });
});
