import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, errorResponse } from '@fareline/tools/fake-server';
import { sampleUser, enter, renderAccount } from '../testing/harness.tsx';

const route = 'POST /api/auth/login';
const submitName = 'Sign In';
const success = () => ({ body: { success: true, message: 'Signed in', user: sampleUser } });

async function openScreen(url = '/login') {
  const view = renderAccount(url);
  await screen.findByRole('heading', { name: 'Welcome Back' });
  return view;
}

describe('sign in', () => {
  it('[LOGIN-02] sends no request while a field is empty', async () => {
    const server = fakeServer({});
    const { user } = await openScreen();
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await screen.findByText('Username is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(server.calls).toEqual([]);
  });

  it.each([
    [
      'the server message',
      () => errorResponse(429, 'TOO_MANY_REQUESTS', 'Too many requests.'),
      'Too many requests.',
    ],
    ['a default message', () => ({ status: 401 }), 'Invalid username or password'],
  ])('[LOGIN-05] shows Login failed with %s', async (_, response, text) => {
    fakeServer({ [route]: response });
    const { user, router } = await openScreen();
    enter('Username', 'ada');
    enter('Password', 'wrong');
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await screen.findByText('Login failed')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(router.state.location.pathname).toBe('/login');
  });

  it.each([
    ['/login', '/'],
    ['/login?redirect=/account-settings', '/account-settings'],
    ['/login?redirect=//evil.example/x', '/'],
    ['/login?redirect=https://evil.example/x', '/'],
  ])('[LOGIN-03] [LOGIN-04] redirects from %s to %s', async (url, target) => {
    const server = fakeServer({ [route]: success });
    const { user, router, queryClient } = await openScreen(url);
    enter('Username', 'ada');
    enter('Password', 'secret');
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await screen.findByText('Login successful')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe(target));
    expect(queryClient.getQueryData(['/api/auth/user'])).toEqual(sampleUser);
    expect(server.callsTo(route)[0]?.body).toEqual({ username: 'ada', password: 'secret' });
  });

  it('[LOGIN-01] links to registration', async () => {
    fakeServer({});
    await openScreen();
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/register');
  });

  it('[LOGIN-06] validates the email address and shows the same message for every address', async () => {
    const server = fakeServer({
      'POST /api/auth/forgot-password': () => ({ body: { success: true, message: 'Sent' } }),
    });
    const { user } = await openScreen();
    await user.click(screen.getByRole('link', { name: 'Forgot password' }));
    await screen.findByRole('heading', { name: 'Forgot your password?' });
    enter('Email', 'nobody');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Invalid email')).toBeTruthy();
    expect(server.calls).toEqual([]);
    enter('Email', 'nobody@example.com');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/^If an account has this address/)).toBeTruthy();
  });
});

describe('the link to set a new password', () => {
  const reset = 'POST /api/auth/reset-password';
  const validPassword = 'Correct-Horse-9';

  it('[LOGIN-07] shows that a link without a token is not complete', async () => {
    fakeServer({});
    renderAccount('/reset-password');
    expect(await screen.findByText('This link is not complete')).toBeTruthy();
  });

  it('[LOGIN-07] rejects a weak password and a used link', async () => {
    const server = fakeServer({
      [reset]: () => errorResponse(410, 'LINK_INVALID', 'This link has expired or was used before.'),
    });
    const { user } = renderAccount('/reset-password?token=mailed-token');
    await screen.findByLabelText('New password');
    enter('New password', 'short');
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
    expect(await screen.findByText('New password must be at least 12 characters')).toBeTruthy();
    expect(server.calls).toEqual([]);
    enter('New password', validPassword);
    enter('Confirm new password', validPassword);
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
    expect(await screen.findByText(/expired or was used before/)).toBeTruthy();
  });

  it('[LOGIN-07] sends token and password and redirects to the sign-in', async () => {
    const server = fakeServer({ [reset]: () => ({ body: { success: true, message: 'Set' } }) });
    const { user, router } = renderAccount('/reset-password?token=mailed-token');
    await screen.findByLabelText('New password');
    enter('New password', validPassword);
    enter('Confirm new password', validPassword);
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(server.callsTo(reset)[0]?.body).toEqual({ token: 'mailed-token', newPassword: validPassword });
  });
});
