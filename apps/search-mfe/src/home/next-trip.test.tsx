import { currentUser } from '@fareline/contracts';
import { sampleUser } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { FragmentProvider } from '@fareline/ui-theme';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { NextTrip } from './next-trip.tsx';

const loadFragment = vi.fn(async () => () => <p>Paris</p>);
const renderNextTrip = () =>
  renderElement(
    <FragmentProvider value={loadFragment}>
      <NextTrip />
    </FragmentProvider>,
  );

it('loads nothing of the account front end for a visitor who is not signed in', async () => {
  respondTo(currentUser, () => errorResponse('NOT_AUTHENTICATED'));
  renderNextTrip();
  await waitFor(() => expect(requestsTo(currentUser)).toHaveLength(1));
  expect(loadFragment).not.toHaveBeenCalled();
});

it('shows what the account front end has for a signed-in visitor', async () => {
  respondTo(currentUser, () => ({ body: sampleUser() }));
  renderNextTrip();
  expect(await screen.findByText('Paris')).toBeDefined();
  expect(loadFragment).toHaveBeenCalledWith('account/next-trip');
});
