import { currentUser, deleteTraveller, listTravellers, type SavedTraveller } from '@fareline/contracts';
import { sampleTraveller } from '@fareline/contracts/testing';
import { connectionFailure, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { getAnnouncement, getFocused, queryToast } from '@fareline/ui-theme/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp, signedIn, signedOut } from '../testing/harness.tsx';
// Loaded with this file: what a test waits for does not include compiling it.
import './saved-travellers-screen.tsx';
import '../login/login-screen.tsx';

const path = '/saved-travellers';
const ada = sampleTraveller();
const bo = sampleTraveller({ id: '9a4b7c7e-52a5-4a08-8f0e-6f6d3ff0a4d1', firstName: 'Bo' });
const cy = sampleTraveller({ id: '5b3f4e9d-1a49-4fb7-9d38-46b3e2d8f7aa', firstName: 'Cy' });
const deleted = () => ({ body: { success: true as const, message: 'The traveller is deleted' } });
const getDelete = (name: string) => screen.getByRole('button', { name: `Delete ${name} Lovelace` });
const listNames = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

async function openScreen(travellers: SavedTraveller[]) {
  respondTo(currentUser, signedIn);
  respondTo(listTravellers, () => ({ body: travellers }));
  respondTo(deleteTraveller, deleted);
  const view = renderApp(path);
  await screen.findAllByRole('heading', { level: 2 });
  return view;
}

describe('access to the saved travellers', () => {
  it('[ACCESS-01] leads a guest to the sign-in, and back afterwards', async () => {
    respondTo(currentUser, signedOut);
    const { router } = renderApp(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toBe(`?redirect=${path}`);
    expect(requestsTo(listTravellers)).toEqual([]);
  });

  it('asks to sign in again where the session has ended', async () => {
    respondTo(currentUser, signedIn);
    respondTo(listTravellers, () => errorResponse('NOT_AUTHENTICATED'));
    renderApp(path);
    expect(await screen.findByText('Please sign in again')).toBeTruthy();
  });

  it('offers a retry when they cannot be loaded', async () => {
    respondTo(currentUser, signedIn);
    respondTo(listTravellers, connectionFailure);
    const { user } = renderApp(path);
    expect(await screen.findByText('Your saved travellers could not be loaded')).toBeTruthy();
    respondTo(listTravellers, () => ({ body: [ada] }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy();
  });
});

describe('the list', () => {
  it('shows name, birth date and no more of a passport than its last three characters', async () => {
    await openScreen([ada, { ...bo, passportNumber: undefined, passportExpiryDate: undefined }]);
    expect(listNames()).toEqual(['Ada Lovelace', 'Bo Lovelace']);
    expect(screen.getAllByText('Born Dec 10, 1990')).toHaveLength(2);
    expect(document.body.textContent).toContain('Passport ending in 567, valid until Jan 1, 2099');
    expect(screen.getByText('No passport')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('X1234');
    expect(screen.queryByText('Expired')).toBeNull();
  });

  it('says which passport has expired', async () => {
    await openScreen([{ ...ada, passportExpiryDate: '2020-01-01' }]);
    expect(screen.getByText('Expired')).toBeTruthy();
  });

  it('says how to save a traveller when there is none', async () => {
    await openScreen([]);
    expect(screen.getByText('No saved travellers')).toBeTruthy();
    expect(screen.getByText(/Save for my next booking/)).toBeTruthy();
  });
});

describe('one press on Delete', () => {
  it('deletes the traveller, says so and moves the focus to the next, the one before, and the empty list', async () => {
    const { user } = await openScreen([ada, bo, cy]);
    await user.click(getDelete('Bo'));
    await waitFor(() => expect(listNames()).toEqual(['Ada Lovelace', 'Cy Lovelace']));
    expect(requestsTo(deleteTraveller).map(({ params }) => params.id)).toEqual([bo.id]);
    expect(getAnnouncement()).toBe('Bo Lovelace is deleted');
    expect(getFocused()).toBe(getDelete('Cy'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(listNames()).toEqual(['Ada Lovelace']));
    expect(getFocused()).toBe(getDelete('Ada'));
    await user.keyboard('{Enter}');
    expect(await screen.findByText('No saved travellers')).toBeTruthy();
    expect(getFocused()?.textContent).toContain('No saved travellers');
  });

  it('leaves the focus where it went in the meantime', async () => {
    const { user } = await openScreen([ada, bo]);
    const { promise: response, resolve: respond } = Promise.withResolvers<void>();
    respondTo(deleteTraveller, async () => {
      await response;
      return deleted();
    });
    await user.click(getDelete('Ada'));
    getDelete('Bo').focus();
    await waitFor(() => expect(requestsTo(deleteTraveller)).toHaveLength(1));
    respond();
    await waitFor(() => expect(listNames()).toEqual(['Bo Lovelace']));
    expect(getFocused()).toBe(getDelete('Bo'));
  });

  it('keeps the traveller and says why when it fails', async () => {
    const { user } = await openScreen([ada]);
    respondTo(deleteTraveller, () => errorResponse('SERVICE_UNAVAILABLE'));
    await user.click(getDelete('Ada'));
    await waitFor(() => expect(queryToast()?.textContent).toContain('Ada Lovelace is not deleted'));
    expect(listNames()).toEqual(['Ada Lovelace']);
  });

  it('takes one that was deleted elsewhere for deleted', async () => {
    const { user } = await openScreen([ada]);
    respondTo(deleteTraveller, () => errorResponse('TRAVELLER_NOT_FOUND'));
    await user.click(getDelete('Ada'));
    expect(await screen.findByText('No saved travellers')).toBeTruthy();
  });
});
