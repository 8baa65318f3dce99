import {
  changePassword,
  confirmPassword,
  currentUser,
  deleteAccount,
  exportAccount,
  exportBookings,
  sendVerification,
  sessionHintCookie,
} from '@fareline/contracts';
import { sampleUser } from '@fareline/contracts/testing';
import {
  allRequests,
  connectionFailure,
  errorResponse,
  proxyResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { dismissToast } from '@fareline/ui-theme';
import { getFocused, queryToast } from '@fareline/ui-theme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { enter, renderApp, signedIn, signedOut } from '../testing/harness.tsx';

const validPassword = 'Correct-Horse-9';

async function openScreen() {
  respondTo(currentUser, signedIn);
  const view = renderApp('/account-settings');
  await screen.findByRole('heading', { name: 'Change Password' });
  return view;
}
function fill(current: string, next: string, confirmation: string) {
  enter('Current password', current);
  enter('New password', next);
  enter('Confirm new password', confirmation);
}

describe('access to the settings', () => {
  it('[SETTINGS-10] returns to the requested tab after the sign-in', async () => {
    respondTo(currentUser, signedOut);
    const { router } = renderApp('/account-settings?tab=profile');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(new URLSearchParams(router.state.location.search).get('redirect')).toBe(
      '/account-settings?tab=profile',
    );
  });

  it('[REQUEST-09] asks for the sign-in without a call in a browser without a session', async () => {
    document.cookie = `${sessionHintCookie}=; max-age=0`;
    const { router } = renderApp('/account-settings');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(requestsTo(currentUser)).toEqual([]);
  });

  it('[SETTINGS-11] asks to log in on any other error', async () => {
    respondTo(currentUser, () => errorResponse('SERVICE_UNAVAILABLE'));
    renderApp('/account-settings');
    expect(await screen.findByText('Authentication Required')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toContain('/login');
  });
});

it('[SETTINGS-01] lead to the saved travellers', async () => {
  await openScreen();
  expect(screen.getByRole('link', { name: 'Saved travellers' }).getAttribute('href')).toBe(
    '/saved-travellers',
  );
});

describe('the email address', () => {
  async function openProfile(emailVerified: boolean) {
    respondTo(currentUser, () => ({ body: sampleUser({ emailVerified }) }));
    return renderApp('/account-settings?tab=profile');
  }
  const buttonName = 'Send the link';

  it('[SETTINGS-02] is shown as confirmed, without a button', async () => {
    await openProfile(true);
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: buttonName })).toBeNull();
  });

  const sent = (message: string) => () => ({ body: { success: true as const, message } });
  const readStatus = () => screen.getByText(/./, { selector: 'p[role=status]' }).textContent;

  it('[SETTINGS-02] that is not confirmed can get a link, also of an account to which none was sent', async () => {
    respondTo(sendVerification, sent('The link is on its way'));
    const { user } = await openProfile(false);
    expect(await screen.findByText(/^Not confirmed. We can send you a link/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: buttonName }));
    expect(await screen.findByText('The link is on its way')).toBeTruthy();
    expect(readStatus()).toBe('The link is on its way. Please look into the mailbox of ada@example.com.');
    expect(requestsTo(sendVerification)).toHaveLength(1);
    expect(getFocused()).toBe(screen.getByRole('button', { name: buttonName }));
  });

  it('[SETTINGS-02] that was confirmed in the meantime is shown as confirmed, with the message of the server', async () => {
    respondTo(sendVerification, sent('Your email address is confirmed already'));
    const { user } = await openProfile(false);
    const button = await screen.findByRole('button', { name: buttonName });
    respondTo(currentUser, () => ({ body: sampleUser({ emailVerified: true }) }));
    await user.click(button);
    expect(await screen.findByText('Your email address is confirmed already')).toBeTruthy();
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.queryByText('The link is on its way')).toBeNull();
    await waitFor(() => expect(getFocused()?.textContent).toBe('Your email address is confirmed already.'));
  });

  it('[SETTINGS-02] shows why the link was not sent', async () => {
    respondTo(sendVerification, () => errorResponse('TOO_MANY_REQUESTS'));
    const { user } = await openProfile(false);
    await user.click(await screen.findByRole('button', { name: buttonName }));
    expect(await screen.findByText('Too many requests. Please wait a minute and try again.')).toBeTruthy();
  });

  it('[LIMIT-05] says once, in no toast, when another link can be sent', async () => {
    dismissToast();
    respondTo(sendVerification, () =>
      errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '60' } }),
    );
    const { user } = await openProfile(false);
    const button = await screen.findByRole('button', { name: buttonName });
    await user.click(button);
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Not sentToo many requests\. You can try again in \d\d seconds\./,
    );
    expect(queryToast()).toBeNull();
    await user.click(button);
    expect(requestsTo(sendVerification)).toHaveLength(1);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(getFocused()).toBe(button);
  });
});

describe('[POLICY-09] the data of the account', () => {
  async function openProfile() {
    respondTo(currentUser, signedIn);
    const view = renderApp('/account-settings?tab=profile');
    await screen.findByRole('heading', { name: 'Your data' });
    return view;
  }
  const done = (message: string) => () => ({ body: { success: true as const, message } });

  it('is downloaded in one file, after the password where the service asks for it', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
      saved.push(object as Blob);
      return 'blob:data';
    });
    const { user } = await openProfile();
    respondTo(exportAccount, () => errorResponse('PASSWORD_REQUIRED'));
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    expect(saved).toEqual([]);
    respondTo(confirmPassword, done('Your password is confirmed.'));
    respondTo(exportAccount, () => ({
      body: { account: sampleUser(), travellers: [], activity: [], contactCases: [] },
    }));
    respondTo(exportBookings, () => ({ body: [] }));
    enter('Password', validPassword);
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Your data is downloaded')).toBeTruthy();
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toMatchObject({
      ...{ account: { username: 'ada' }, activity: [], bookings: [] },
    });
  });

  it('is not asked for twice when the dialog is closed, and the failure of a service is said', async () => {
    const { user } = await openProfile();
    respondTo(exportAccount, () => errorResponse('PASSWORD_REQUIRED'));
    const button = screen.getByRole('button', { name: 'Download my data' });
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(queryToast()).toBeNull();
    expect(requestsTo(exportBookings)).toEqual([]);
    respondTo(exportAccount, () => ({
      body: { account: sampleUser(), travellers: [], activity: [], contactCases: [] },
    }));
    respondTo(exportBookings, () => errorResponse('SERVICE_UNAVAILABLE'));
    await user.click(button);
    expect(await screen.findByText('Not downloaded')).toBeTruthy();
  });

  it('is kept when the password is wrong, and erased with the right one', async () => {
    const { user, router } = await openProfile();
    await user.click(screen.getByRole('button', { name: 'Delete account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
    const submit = () => user.click(within(dialog).getByRole('button', { name: 'Delete account' }));
    respondTo(deleteAccount, () => errorResponse('CURRENT_PASSWORD_WRONG'));
    enter('Password', 'wrong');
    await submit();
    expect(await screen.findByText('The current password is not correct.')).toBeTruthy();
    expect(getFocused()).toBe(screen.getByLabelText('Password'));
    respondTo(deleteAccount, done('Your account is deleted'));
    sessionStorage.setItem('attempt', 'of the user');
    enter('Password', validPassword);
    await submit();
    expect(await screen.findByText('Your account is deleted')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/');
    expect(sessionStorage.length).toBe(0);
    expect(requestsTo(deleteAccount).at(-1)?.body).toEqual({ password: validPassword });
  });
});

describe('changing the password', () => {
  it('[SETTINGS-05] [SETTINGS-06] [SETTINGS-07] rejects empty, short and weak values', async () => {
    const { user } = await openScreen();
    const before = allRequests().length;
    const submit = () => user.click(screen.getByRole('button', { name: 'Change Password' }));
    await submit();
    expect(await screen.findByText('Current password is required')).toBeTruthy();
    expect(screen.getByText('New password must be at least 12 characters')).toBeTruthy();
    expect(screen.getByText('Please confirm your new password')).toBeTruthy();
    fill('old', 'only-lower-case-1', 'another');
    await submit();
    expect(
      await screen.findByText(
        'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character',
      ),
    ).toBeTruthy();
    expect(screen.getByText("Passwords don't match")).toBeTruthy();
    expect(allRequests()).toHaveLength(before);
  });

  it.each([
    ['the server message', errorResponse('CURRENT_PASSWORD_WRONG'), 'The current password is not correct.'],
    ['a default message', proxyResponse(500), 'Failed to update password'],
    ['a sentence for a lost connection', connectionFailure(), 'An unknown error occurred'],
  ])('[SETTINGS-09] shows %s', async (_, response, text) => {
    respondTo(changePassword, () => response);
    const { user } = await openScreen();
    fill('old', validPassword, validPassword);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });

  it('[LIMIT-04] says when the next attempt is possible', async () => {
    respondTo(changePassword, () => errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '60' } }));
    const { user } = await openScreen();
    fill('old', validPassword, validPassword);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Password not changedToo many requests\. You can try again in \d\d seconds\. Or/,
    );
    expect(screen.getByRole('link', { name: 'reset your password' })).toBeTruthy();
  });

  it('[SETTINGS-08] sends both passwords and shows a success toast', async () => {
    respondTo(changePassword, () => ({ body: { success: true as const, message: 'Password changed' } }));
    const { user } = await openScreen();
    fill('old', validPassword, validPassword);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByText('Your password has been updated')).toBeTruthy();
    expect(requestsTo(changePassword).map(({ body }) => body)).toEqual([
      { currentPassword: 'old', newPassword: validPassword },
    ]);
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
  });
});

describe('the tabs', () => {
  it('[SETTINGS-01] are in the address, without an entry of the history for each', async () => {
    respondTo(currentUser, signedIn);
    const { user, router } = renderApp('/account-settings?tab=profile');
    const isSelected = (name: string) => screen.getByRole('tab', { name }).getAttribute('aria-selected');
    await screen.findByRole('tab', { name: 'Profile' });
    expect(isSelected('Profile')).toBe('true');
    await user.click(screen.getByRole('tab', { name: 'Security' }));
    expect(isSelected('Security')).toBe('true');
    expect(router.state.location.search).toBe('?tab=security');
    await router.navigate(-1);
    expect(router.state.location.pathname).toBe('/');
    await router.navigate('/account-settings?tab=nonsense');
    await screen.findByRole('tab', { name: 'Security' });
    expect(isSelected('Security')).toBe('true');
  });

  it('[SETTINGS-01] [SETTINGS-02] [SETTINGS-03] [SETTINGS-04] opens the Security tab with the overview, and shows the account details in Profile', async () => {
    const { user } = await openScreen();
    expect(screen.getByRole('tab', { name: 'Security' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText('Security Overview')).toBeTruthy();
    expect(screen.getByText('Secure Password')).toBeTruthy();
    expect(screen.getByText('Not enabled (coming soon)')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Enable' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    const getDetail = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;
    expect(getDetail('Username')).toBe('ada');
    expect(getDetail('Email')).toBe('ada@example.com');
    expect(getDetail('Account created')).toBe('Feb 3, 2026');
  });

  it('[GUARD-03, GUARD-10] leads staff to their second factors, at the administration where it has its own origin', async () => {
    for (const staffOrigin of [undefined, 'https://admin.fares.example']) {
      respondTo(currentUser, () => ({
        body: sampleUser({ isSupport: true, ...(staffOrigin && { staffOrigin }) }),
      }));
      const { unmount } = renderApp('/account-settings');
      const link = await screen.findByRole('link', { name: 'Manage' });
      expect(link.getAttribute('href')).toBe(`${staffOrigin ?? ''}/admin/security`);
      expect(screen.queryByText('Not enabled (coming soon)')).toBeNull();
      unmount();
    }
  });
});
