import { register } from '@fareline/contracts';
import { messageFor } from '@fareline/contracts/errors';
import {
  allRequests,
  errorResponse,
  proxyResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { getDescription, getFocused, queryToast } from '@fareline/ui-theme/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { enter, renderApp } from '../testing/harness.tsx';

async function openScreen() {
  const view = renderApp('/register');
  await screen.findByRole('heading', { name: 'Create Your Account' });
  return view;
}
function fill(change: Record<string, string> = {}) {
  const values = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Email: 'ada@example.com',
    Username: 'ada',
    Password: 'secret',
    'Confirm password': 'secret',
    ...change,
  };
  for (const [label, value] of Object.entries(values)) enter(label, value);
}

describe('sign up', () => {
  it('[REGISTER-01] [REGISTER-02] links to terms, privacy policy and sign-in, and shows an error at each empty field, and none at the terms, which are optional', async () => {
    const { user } = await openScreen();
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(target('Terms of Service')).toBe('/terms');
    expect(target('Privacy Policy')).toBe('/privacy');
    expect(target('Sign in')).toBe('/login');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await screen.findByText('Please confirm your password');
    for (const label of ['First name', 'Last name', 'Email', 'Username', 'Password', 'Confirm password'])
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('checkbox').hasAttribute('aria-invalid')).toBe(false);
    expect(allRequests()).toEqual([]);
  });

  it('[REGISTER-02] keeps what was typed, but no password, when the visitor comes back, until it is sent', async () => {
    const { unmount } = await openScreen();
    fill();
    unmount();
    expect(JSON.stringify(sessionStorage)).not.toContain('secret');
    const { user } = await openScreen();
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    expect(['First name', 'Last name', 'Email', 'Username'].map(value)).toEqual([
      ...['Ada', 'Lovelace', 'ada@example.com', 'ada'],
    ]);
    expect(['Password', 'Confirm password'].map(value)).toEqual(['', '']);
    respondTo(register, () => ({ body: { success: true as const, message: 'Created' } }));
    fill();
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await screen.findByText('Registration successful');
    expect(JSON.stringify(sessionStorage)).not.toContain('Lovelace');
  });

  it('[ACCOUNT-01] says at the fields which names are allowed, and sends no request', async () => {
    const { user } = await openScreen();
    fill({ 'First name': 'A\u200bda', Username: 'ada@example.com' });
    expect(getDescription(screen.getByLabelText('Username'))).toContain('letters, digits, dots');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await screen.findByText(/cannot contain line breaks/);
    expect(getDescription(screen.getByLabelText('First name'))).toBe(
      'First name cannot contain line breaks or invisible characters',
    );
    expect(getDescription(screen.getByLabelText('Username'))).toMatch(
      /Latin letters.* cannot be an email address/,
    );
    expect(getFocused()).toBe(screen.getByLabelText('First name'));
    expect(allRequests()).toEqual([]);
  });

  it.each([
    ['the server message', errorResponse('SERVICE_UNAVAILABLE'), messageFor('SERVICE_UNAVAILABLE')],
    ['a default message', proxyResponse(500), 'Failed to create account'],
  ])('[REGISTER-09] shows Registration failed with %s', async (_, response, text) => {
    respondTo(register, () => response);
    const { user } = await openScreen();
    fill();
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(await screen.findByText('Registration failed')).toBeTruthy();
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  });

  it('[REGISTER-09] says a refusal beside its field', async () => {
    const { user } = await openScreen();
    fill();
    for (const [code, label, message] of [
      ['USERNAME_TAKEN', 'Username', /^Registration failed: This username is taken/],
      ['EMAIL_TAKEN', 'Email', /^Registration failed: This email address cannot be used/],
      ['PASSWORD_TOO_COMMON', 'Password', /^Registration failed: This password is too common/],
    ] as const) {
      respondTo(register, () => errorResponse(code));
      await user.click(screen.getByRole('button', { name: 'Create Account' }));
      await waitFor(() => expect(getDescription(screen.getByLabelText(label))).toMatch(message));
      expect(getFocused()).toBe(screen.getByLabelText(label));
      expect(queryToast()).toBeNull();
    }
  });

  it('[LIMIT-01] says when the account can be created, and keeps what was entered', async () => {
    respondTo(register, () => errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '60' } }));
    const { user } = await openScreen();
    fill();
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Registration failedToo many requests\. You can try again in \d\d seconds\. What/,
    );
    expect(screen.getByLabelText('Confirm password')).toHaveProperty('value', 'secret');
  });

  it.each(['https://evil.example/', '/.//evil.example', '/%5Cevil.example', 'javascript:alert(1)'])(
    '[REGISTER-08] [LOGIN-04] leads to the sign-in whatever its URL asks for: %s',
    async (redirect) => {
      respondTo(register, () => ({ body: { success: true as const, message: 'Account created' } }));
      const { user, router } = renderApp(`/register?redirect=${redirect}`);
      await screen.findByRole('heading', { name: 'Create Your Account' });
      fill();
      await user.click(screen.getByRole('button', { name: 'Create Account' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
      expect(router.state.location.search).toBe('');
    },
  );

  it.each([false, true])(
    '[REGISTER-02] [REGISTER-07] [REGISTER-08] creates the account and redirects to the sign-in, terms checked: %s',
    async (checked) => {
      respondTo(register, () => ({ body: { success: true as const, message: 'Account created' } }));
      const { user, router } = await openScreen();
      fill();
      if (checked) await user.click(screen.getByRole('checkbox'));
      expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe(String(checked));
      await user.click(screen.getByRole('button', { name: 'Create Account' }));
      expect(await screen.findByText('Registration successful')).toBeTruthy();
      expect(screen.getByText('Your account has been created. Please sign in.')).toBeTruthy();
      await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
      expect(await screen.findByText(/^We have sent a link to ada@example.com/)).toBeTruthy();
      expect(requestsTo(register).map(({ body }) => body)).toEqual([
        {
          firstName: 'Ada',
          lastName: 'Lovelace',
          email: 'ada@example.com',
          username: 'ada',
          password: 'secret',
        },
      ]);
    },
  );
});
