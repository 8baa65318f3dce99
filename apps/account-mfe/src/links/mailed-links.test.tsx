import { currentUser, listBookings } from '@fareline/contracts';
import { sampleBooking, tokenLinks } from '@fareline/contracts/testing';
import { allRequests, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, signedIn } from '../testing/harness.tsx';
// Loaded with this file: what a test waits for does not include compiling it.
import '../find-trip/find-trip-screen.tsx';
import '../passwords/reset-screen.tsx';
import '../trips/trips-screen.tsx';
import '../verification/verify-screen.tsx';

const ofAccounts = tokenLinks.filter(({ link }) => !link.startsWith('/booking/'));

it.each(ofAccounts)('[CARE-01] opening $link… acts on nothing before a press', async ({ link, opens }) => {
  respondTo(currentUser, signedIn);
  respondTo(listBookings, () => ({ body: [sampleBooking()] }));
  const { router } = renderApp(`${link}mailed-token`);
  expect(
    await screen.findByRole('button', {
      name: /^(Confirm email address|Set the password|Add this booking|Open the trip|Yes, this was me)$/,
    }),
  ).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toBe(''));
  const sent = allRequests().map(({ method, path }) => `${method} ${path}`);
  const allowed = opens.map(({ method, path }) => `${method} ${path}`);
  expect(sent.filter((request) => !allowed.includes(request))).toEqual([]);
});
