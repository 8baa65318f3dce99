import { currentUser, verifyEmail } from '@fareline/contracts';
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

const url = '/verify-email?token=mailed-token';
const success = () => ({ body: { success: true as const, message: 'Your email address is confirmed' } });

it('[ACCOUNT-03] uses the link once and removes its token from the URL', async () => {
  respondTo(currentUser, signedOut);
  respondTo(verifyEmail, success);
  const { router } = renderApp(url);
  expect(await screen.findByText('Your email address is confirmed. Thank you!')).toBeTruthy();
  expect(requestsTo(verifyEmail).map(({ body }) => body)).toEqual([{ token: 'mailed-token' }]);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(requestsTo(verifyEmail)).toHaveLength(1);
});

it('[ACCOUNT-03] says that the link was used before and where to get a new one', async () => {
  respondTo(verifyEmail, () => errorResponse('LINK_INVALID'));
  renderApp(url);
  expect(await screen.findByText('This link has expired or was used before')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the settings' }).getAttribute('href')).toBe(
    '/account-settings',
  );
});

it('[ACCOUNT-03] sends no request for a link without a token', async () => {
  renderApp('/verify-email');
  expect(await screen.findByText('This link is not complete')).toBeTruthy();
  expect(allRequests()).toEqual([]);
});

it('[ACCOUNT-03] tries again with the same link when nothing answered', async () => {
  respondTo(verifyEmail, () => connectionFailure());
  const { user } = renderApp(url);
  expect(await screen.findByText('Your email address is not confirmed yet')).toBeTruthy();
  respondTo(currentUser, signedOut);
  respondTo(verifyEmail, success);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Your email address is confirmed. Thank you!')).toBeTruthy();
});
