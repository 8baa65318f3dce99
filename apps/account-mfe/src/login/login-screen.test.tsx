import { forgotPassword, login, resetPassword } from '@fareline/contracts';
import { sampleUser } from '@fareline/contracts/testing';
import {
  allRequests,
  errorResponse,
  proxyResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { dismissToast, preloadToasts } from '@fareline/ui-theme';
import { getDescription, getFocused, queryToast } from '@fareline/ui-theme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { enter, renderApp } from '../testing/harness.tsx';

const submitName = 'Sign In';

async function openScreen(url = '/login') {
  const view = renderApp(url);
  await screen.findByRole('heading', { name: 'Welcome Back' });
  return view;
}

afterEach(() => vi.useRealTimers());

describe('sign in', () => {
  it('[LOGIN-02] sends no request while a field is empty', async () => {
    const { user } = await openScreen();
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await screen.findByText('Username is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(allRequests()).toEqual([]);
  });

  it('[LOGIN-05] says beside the password that it was refused, and moves the focus there', async () => {
    preloadToasts();
    respondTo(login, () => errorResponse('INVALID_CREDENTIALS'));
    const { user } = await openScreen();
    await screen.findByRole('region', { name: /^Notifications/ });
    enter('Username or email', 'ada@example.com');
    enter('Password', 'wrong');
    await user.click(screen.getByRole('button', { name: submitName }));
    const password = screen.getByLabelText('Password');
    await waitFor(() => expect(getDescription(password)).toBe('Login failed: Invalid username or password'));
    expect(getFocused()).toBe(password);
    enter('Password', 'right');
    await waitFor(() => expect(getDescription(password)).toBeUndefined());
    expect(queryToast()).toBeNull();
  });

  it.each([
    [
      'the server message',
      errorResponse('TOO_MANY_REQUESTS'),
      'Too many requests. Please wait a minute and try again.',
    ],
    ['a default message', proxyResponse(401), 'Invalid username or password'],
  ])('[LOGIN-05] shows Login failed with %s', async (_, response, text) => {
    respondTo(login, () => response);
    const { user, router } = await openScreen();
    enter('Username or email', 'ada');
    enter('Password', 'wrong');
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await screen.findByText('Login failed')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(router.state.location.pathname).toBe('/login');
  });

  it('[LIMIT-04] counts down until the next attempt, keeps the user name and leads to a new password', async () => {
    dismissToast();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    respondTo(login, () => errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '150' } }));
    const { user } = await openScreen();
    enter('Username or email', 'ada');
    enter('Password', 'wrong');
    const button = screen.getByRole('button', { name: submitName });
    await user.click(button);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(
      /^Login failedToo many requests\. You can try again in 3 minutes\. Or reset your password:/,
    );
    expect(within(alert).getByRole('link').getAttribute('href')).toBe('/forgot-password');
    expect(within(alert).getByRole('timer').getAttribute('aria-live')).toBe('off');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(queryToast()).toBeNull();
    expect(alert.textContent).toMatch(/in \d\d seconds\./);
    await user.click(button);
    expect(requestsTo(login)).toHaveLength(1);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(getFocused()).toBe(button);

    await act(() => vi.advanceTimersByTimeAsync(90_000));
    expect(alert.textContent).toContain('You can try again now.');
    expect(screen.getByLabelText('Username or email')).toHaveProperty('value', 'ada');
    respondTo(login, () => proxyResponse(401));
    await user.click(button);
    await waitFor(() => expect(requestsTo(login)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(/You can try again/)).toBeNull());
    expect(button.hasAttribute('aria-disabled')).toBe(false);
  });

  it.each([
    ['/login', '/'],
    ['/login?redirect=/account-settings', '/account-settings'],
    ['/login?redirect=//evil.example/x', '/'],
  ])('[LOGIN-03] [LOGIN-04] redirects from %s to %s', async (url, target) => {
    respondTo(login, () => ({ body: { success: true as const, message: 'Signed in', user: sampleUser() } }));
    const { user, router, queryClient } = await openScreen(url);
    enter('Username or email', 'ada');
    enter('Password', 'secret');
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await screen.findByText('Login successful')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe(target));
    expect(queryClient.getQueryData(['/api/auth/user'])).toEqual(sampleUser());
    expect(requestsTo(login).map(({ body }) => body)).toEqual([{ username: 'ada', password: 'secret' }]);
  });

  it('[LOGIN-01] links to registration', async () => {
    await openScreen();
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register');
  });

  it('[LOGIN-06, CARE-07] validates the email address, shows the same message for every address and focuses its heading', async () => {
    respondTo(forgotPassword, () => ({ body: { success: true as const, message: 'Sent' } }));
    const { user } = await openScreen();
    await user.click(screen.getByRole('link', { name: 'Forgot password' }));
    await screen.findByRole('heading', { name: 'Forgot your password?' });
    enter('Email', 'nobody');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Invalid email')).toBeTruthy();
    expect(allRequests()).toEqual([]);
    enter('Email', 'nobody@example.com');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/^If an account has this address/)).toBeTruthy();
    expect(requestsTo(forgotPassword).map(({ body }) => body)).toEqual([{ email: 'nobody@example.com' }]);
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('heading', { name: 'Check your email' })));
  });

  it('[LIMIT-05] says when another link can be asked for', async () => {
    respondTo(forgotPassword, () =>
      errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '7500' } }),
    );
    const { user } = renderApp('/forgot-password');
    await screen.findByRole('heading', { name: 'Forgot your password?' });
    enter('Email', 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect((await screen.findByRole('alert')).textContent).toContain('You can try again in 3 hours.');
  });
});

describe('the link to set a new password', () => {
  const validPassword = 'Correct-Horse-9';
  async function setPassword(user: ReturnType<typeof renderApp>['user']) {
    enter('New password', validPassword);
    enter('Confirm new password', validPassword);
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
  }

  it('[LOGIN-07] shows that a link without a token is not complete', async () => {
    renderApp('/reset-password');
    expect(await screen.findByText('This link is not complete')).toBeTruthy();
  });

  it('[LOGIN-07] [ACCOUNT-03] survives a reload in the state of the history entry, and in no URL', async () => {
    respondTo(resetPassword, () => ({ body: { success: true as const, message: 'Set' } }));
    const view = renderApp('/reset-password?token=mailed-token');
    await screen.findByLabelText('New password');
    const { search, hash, state } = view.router.state.location;
    expect([search, hash]).toEqual(['', '']);
    view.unmount();
    const { user, router } = renderApp('/reset-password', { state });
    await screen.findByLabelText('New password');
    await setPassword(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(requestsTo(resetPassword).map(({ body }) => body)).toEqual([
      { token: 'mailed-token', newPassword: validPassword },
    ]);
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/');
  });

  it('[LOGIN-07] rejects a weak password and a used link', async () => {
    respondTo(resetPassword, () => errorResponse('LINK_INVALID'));
    const { user } = renderApp('/reset-password?token=mailed-token');
    await screen.findByLabelText('New password');
    enter('New password', 'short');
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
    expect(await screen.findByText('New password must be at least 12 characters')).toBeTruthy();
    expect(allRequests()).toEqual([]);
    await setPassword(user);
    expect(await screen.findByText(/expired or was used before/)).toBeTruthy();
  });

  it('[LOGIN-07] says beside the field that a password is too common, and asks for no new link', async () => {
    respondTo(resetPassword, () => errorResponse('PASSWORD_TOO_COMMON'));
    const { user } = renderApp('/reset-password?token=mailed-token');
    const password = await screen.findByLabelText('New password');
    await setPassword(user);
    await waitFor(() => expect(getDescription(password)).toMatch(/^This password is too common/));
    expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull();
  });

  it('[LOGIN-07] says that a part of the link is missing', async () => {
    respondTo(resetPassword, () => errorResponse('VALIDATION_ERROR'));
    const { user } = renderApp('/reset-password?token=mail');
    await screen.findByLabelText('New password');
    await setPassword(user);
    expect(await screen.findByText(/^This link is not complete/)).toBeTruthy();
    expect(screen.queryByText(/Invalid input/)).toBeNull();
  });

  it('[LIMIT-04] says once when the password can be set, and keeps it', async () => {
    respondTo(resetPassword, () => errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '60' } }));
    const { user } = renderApp('/reset-password?token=mailed-token');
    await screen.findByLabelText('New password');
    await setPassword(user);
    const button = screen.getByRole('button', { name: 'Set the password' });
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Password not changedToo many requests\. You can try again in \d\d seconds\. What/,
    );
    await user.click(button);
    expect(requestsTo(resetPassword)).toHaveLength(1);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(getFocused()).toBe(button);
    expect(screen.getByLabelText('New password')).toHaveProperty('value', validPassword);
  });
});
