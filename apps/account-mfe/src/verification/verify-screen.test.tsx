import { currentUser, verifyEmail } from '@fareline/contracts';
import { sampleUser } from '@fareline/contracts/testing';
import {
  allRequests,
  connectionFailure,
  errorResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, signedOut } from '../testing/harness.tsx';
// Loaded with this file: what a test waits for does not include compiling it.
import './verify-screen.tsx';

const url = '/verify-email?token=mailed-token';
const press = async ({ user }: ReturnType<typeof renderApp>) =>
  user.click(await screen.findByRole('button', { name: 'Confirm email address' }));
const success = () => ({ body: { success: true as const, message: 'Your email address is confirmed' } });

it('[CARE-01, ACCOUNT-03] uses the link at a press, once, and removes its token from the URL', async () => {
  respondTo(currentUser, signedOut);
  respondTo(verifyEmail, success);
  const view = renderApp(url);
  await waitFor(() => expect(view.router.state.location.search).toBe(''));
  await screen.findByRole('button', { name: 'Confirm email address' });
  expect(requestsTo(verifyEmail)).toEqual([]);
  await press(view);
  expect(await screen.findByText('Your email address is confirmed. Thank you!')).toBeTruthy();
  expect(requestsTo(verifyEmail).map(({ body }) => body)).toEqual([{ token: 'mailed-token' }]);
});

it('[ACCOUNT-03] says that the link was used before and where to get a new one', async () => {
  respondTo(currentUser, signedOut);
  respondTo(verifyEmail, () => errorResponse('LINK_INVALID'));
  await press(renderApp(url));
  expect(await screen.findByText('This link has expired or was used before')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the settings' }).getAttribute('href')).toBe(
    '/account-settings?tab=profile',
  );
});

it('[ACCOUNT-03] keeps the link for a reload in the state of the history entry only', async () => {
  const { router, unmount } = renderApp(url);
  await screen.findByRole('button', { name: 'Confirm email address' });
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
  const { pathname, search, state } = router.state.location;
  expect([pathname, search]).toEqual(['/verify-email', '']);
  unmount();
  respondTo(currentUser, signedOut);
  respondTo(verifyEmail, success);
  await press(renderApp('/verify-email', { state }));
  expect(await screen.findByText('Your email address is confirmed. Thank you!')).toBeTruthy();
  expect(requestsTo(verifyEmail).at(-1)?.body).toEqual({ token: 'mailed-token' });
});

it('[ACCOUNT-03] says after a reload that the address is confirmed, not that its own link was used before', async () => {
  respondTo(currentUser, () => ({ body: sampleUser({ emailVerified: true }) }));
  respondTo(verifyEmail, () => errorResponse('LINK_INVALID'));
  await press(renderApp(url));
  expect(await screen.findByText('ada@example.com is confirmed.')).toBeTruthy();
  expect(screen.queryByText(/was used before/)).toBeNull();
});

it('[ACCOUNT-03] sends no request for a link without a token', async () => {
  renderApp('/verify-email');
  expect(await screen.findByText('This link is not complete')).toBeTruthy();
  expect(allRequests()).toEqual([]);
});

it('[ACCOUNT-03] tries again with the same link when nothing answered', async () => {
  respondTo(verifyEmail, () => connectionFailure());
  const view = renderApp(url);
  await press(view);
  expect(await screen.findByText(/^Your email address is not confirmed yet\./)).toBeTruthy();
  respondTo(currentUser, signedOut);
  respondTo(verifyEmail, success);
  await press(view);
  expect(await screen.findByText('Your email address is confirmed. Thank you!')).toBeTruthy();
});
