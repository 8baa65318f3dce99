import { register } from '@fareline/contracts';
import { allRequests, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { enter, renderApp } from '../testing/harness.tsx';

async function openRegistration() {
  const { user } = renderApp('/register');
  await screen.findByRole('heading', { name: 'Create Your Account' });
  return user;
}

/** Types a password in place of the one until now. */
async function type(user: Awaited<ReturnType<typeof openRegistration>>, password: string) {
  await user.click(screen.getByLabelText('Password'));
  enter('Password', password);
}

it('[SECURITY-07] says nothing of the strength where its estimator cannot be loaded, and registers', async () => {
  vi.doMock('./rate-password.ts', () => {
    throw new Error('not loaded');
  });
  const user = await openRegistration();
  await type(user, 'secret');
  vi.doUnmock('./rate-password.ts');
  respondTo(register, () => ({ body: { success: true as const, message: 'Created' } }));
  const names = { 'First name': 'Ada', 'Last name': 'Lovelace', Email: 'ada@example.com', Username: 'ada' };
  for (const [label, value] of Object.entries({ ...names, 'Confirm password': 'secret' }))
    enter(label, value);
  expect(screen.queryByText(/^Strength/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await waitFor(() => expect(requestsTo(register)).toHaveLength(1));
});

it('[SECURITY-07] says how strong a new password is while it is typed, in words that a screen reader says', async () => {
  const user = await openRegistration();
  await type(user, '');
  for (const [password, strength] of [
    ['123456', 'Weak'],
    ['Password123!', 'Weak'],
    ['kX7#pQ2m', 'Fair'],
    ['kX7#pQ2mZz9!', 'Strong'],
  ] as const) {
    enter('Password', password);
    const line = await screen.findByText(`Strength: ${strength}`);
    expect(line.closest('[role="status"]')).toBeTruthy();
  }
  enter('Password', '');
  await waitFor(() => expect(screen.queryByText(/^Strength/)).toBeNull());
  expect(allRequests()).toEqual([]);
});

it('[SECURITY-07] does not count what else was entered as strong, nor the confirmation as known', async () => {
  const user = await openRegistration();
  enter('Confirm password', 'grand.vizier@example.com');
  await type(user, 'grand.vizier@example.com');
  expect(await screen.findByText('Strength: Strong')).toBeTruthy();
  enter('Email', 'grand.vizier@example.com');
  expect(await screen.findByText('Strength: Weak')).toBeTruthy();
});

it('[SECURITY-07] says it of a reset password too', async () => {
  const { user } = renderApp('/reset-password?token=mailed-token');
  await user.click(await screen.findByLabelText('New password'));
  enter('New password', 'kX7#pQ2mZz9!');
  expect(await screen.findByText('Strength: Strong')).toBeTruthy();
});
