import { agreeToAddress } from '@fareline/contracts';
import { connectionFailure, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/harness.tsx';
// Loaded with this file: what a test waits for does not include compiling it.
import './address-change-screen.tsx';

const url = '/address-change#mailed-token';
const press = async ({ user }: ReturnType<typeof renderApp>) =>
  user.click(await screen.findByRole('button', { name: 'Yes, this was me' }));
const message = 'Thank you. Cancelling and changing wait no longer.';

it('[GUARD-11, CARE-01] says yes at a press, and how to reach support otherwise', async () => {
  respondTo(agreeToAddress, () => ({ body: { success: true as const, message } }));
  const view = renderApp(url);
  await screen.findByRole('button', { name: 'Yes, this was me' });
  expect(screen.getByText(/^If it was not you/).querySelector('a')).toBeTruthy();
  expect(requestsTo(agreeToAddress)).toEqual([]);
  await press(view);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(requestsTo(agreeToAddress).map(({ body }) => body)).toEqual([{ token: 'mailed-token' }]);
});

it('[GUARD-11] says that a link has ended, and where to ask', async () => {
  respondTo(agreeToAddress, () => errorResponse('LINK_INVALID'));
  await press(renderApp(url));
  expect(await screen.findByText(/^This link has expired/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contact us' })).toBeTruthy();
});

it('[GUARD-11] can be pressed again where nothing answers', async () => {
  respondTo(agreeToAddress, () => connectionFailure());
  const view = renderApp(url);
  await press(view);
  expect(await screen.findByText(/^Not confirmed/)).toBeTruthy();
  respondTo(agreeToAddress, () => ({ body: { success: true as const, message } }));
  await press(view);
  expect(await screen.findByText(message)).toBeTruthy();
});
