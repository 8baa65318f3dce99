import {
  closeContactCase,
  confirmPassword,
  currentUser,
  listContactCases,
  listReviewCases,
  searchBookings,
  type ContactCase,
} from '@fareline/contracts';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderApp, signedIn } from '../../testing/harness.tsx';

const match: ContactCase = {
  id: '2b5f2f0e-4f0a-4b0c-9b0e-0a0f0e0d0c0b',
  kind: 'price-guarantee',
  brand: 'sunhop',
  name: 'Ivo',
  email: 'ivo@example.com',
  message: 'ABC123 is $40 less at https://cheaper.example',
  openedAt: '2026-11-20T10:00:00.000Z',
  closedAt: null,
  closedBy: null,
};
const newsletter: ContactCase = {
  ...match,
  ...{ id: '3b5f2f0e-4f0a-4b0c-9b0e-0a0f0e0d0c0b', kind: 'newsletter', message: null },
};

const respondWith = (cases: ContactCase[]) =>
  respondTo(listContactCases, () => ({ body: { cases, total: cases.length, next: null } }));

beforeEach(() => {
  respondTo(currentUser, signedIn);
  respondTo(listReviewCases, () => ({ body: { cases: [], total: 0, next: null } }));
  respondTo(searchBookings, () => ({ body: { bookings: [], next: null } }));
  respondWith([match, newsletter]);
});

async function openRequests() {
  const { user } = renderApp('/admin/bookings');
  return { user, requests: within(await screen.findByRole('region', { name: 'Requests' })) };
}

const done = 'Done with Lowest-price guarantee for ivo@example.com';

it('[PROMISE-07] says that requests could not be loaded', async () => {
  respondTo(listContactCases, () => errorResponse('SERVICE_UNAVAILABLE'));
  const { requests } = await openRequests();
  expect(await requests.findByText('The requests could not be loaded')).toBeTruthy();
});

it('[PROMISE-07] keeps a request open that could not be closed', async () => {
  respondTo(closeContactCase, () => errorResponse('SERVICE_UNAVAILABLE', { message: 'Not now.' }));
  const { user, requests } = await openRequests();
  await user.click(await requests.findByRole('button', { name: done }));
  expect(await screen.findByText('Not now.')).toBeTruthy();
  expect(await requests.findByRole('button', { name: done })).toBeTruthy();
});

it('[PROMISE-07] [GUARD-12] closes a request once the password is confirmed, and says nothing where it is not', async () => {
  respondTo(closeContactCase, () =>
    requestsTo(confirmPassword).length > 0
      ? { body: { success: true as const, message: 'The case is closed.' } }
      : errorResponse('PASSWORD_REQUIRED'),
  );
  respondTo(confirmPassword, () => ({ body: { success: true as const, message: 'Confirmed' } }));
  const { user, requests } = await openRequests();
  await user.click(await requests.findByRole('button', { name: done }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await requests.findByRole('button', { name: done })).toHaveProperty('disabled', false);
  expect(screen.queryByText('Not closed')).toBeNull();
  await user.click(requests.getByRole('button', { name: done }));
  await screen.findByRole('dialog', { name: 'Confirm your password' });
  await user.keyboard('correct horse 7{Enter}');
  expect(await screen.findByText('The case is closed.')).toBeTruthy();
  expect(requestsTo(closeContactCase)).toHaveLength(3);
});

it('[PROMISE-07] [HOME-10] [CONTACT-04] shows who asks for a price match and a newsletter, and closes what is done', async () => {
  respondTo(closeContactCase, () => ({ body: { success: true as const, message: 'The case is closed.' } }));
  const { user, requests } = await openRequests();
  expect(await requests.findByText('2 requests open')).toBeTruthy();
  expect(requests.getByText('ABC123 is $40 less at https://cheaper.example')).toBeTruthy();
  // What a stranger writes leads nowhere.
  expect(requests.queryByRole('link')).toBeNull();
  expect(requests.getAllByText(/^sunhop, asked for Nov 20, 2026/)).toHaveLength(2);
  respondWith([newsletter]);
  await user.click(requests.getByRole('button', { name: done }));
  expect(await requests.findByText('1 request open')).toBeTruthy();
  expect(requestsTo(closeContactCase).map(({ path }) => path)).toEqual([
    `/api/contact/cases/${match.id}/close`,
  ]);
  respondWith([{ ...match, closedAt: '2026-11-21T10:00:00.000Z', closedBy: 'bea' }]);
  await user.click(requests.getByRole('tab', { name: 'Done' }));
  expect(await requests.findByText(/done Nov 21, 2026.* by bea$/)).toBeTruthy();
  expect(requests.queryByRole('button', { name: /^Done/ })).toBeNull();
});
