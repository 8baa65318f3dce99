import { BroadcastChannel } from 'node:worker_threads';
import { currentUser, listBookings, type User } from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { sampleUser } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { shareSession } from './share-session.ts';

const ada = sampleUser();
const ends: (() => void)[] = [];
// The simulated page has none.
beforeEach(() => void vi.stubGlobal('BroadcastChannel', BroadcastChannel));
afterEach(() => {
  ends.splice(0).forEach((end) => end());
  vi.unstubAllGlobals();
});

/** A tab that has loaded the user and, once asked for, the trips. */
async function openTab() {
  const client = createQueryClient();
  ends.push(shareSession(client));
  await client.fetchQuery(currentUserQueryOptions);
  return {
    client,
    readUser: () => client.getQueryData<User | null>(currentUserQueryOptions.queryKey),
  };
}

const signIn = (user: User) => respondTo(currentUser, () => ({ body: user }));
const signOut = () => respondTo(currentUser, () => errorResponse('NOT_AUTHENTICATED'));

it('a sign-out in one tab signs out the others, and removes the trips', async () => {
  signIn(ada);
  const { client, readUser } = await openTab();
  client.setQueryData([listBookings.path], []);
  signOut();
  await openTab();
  await vi.waitFor(() => expect(readUser()).toBeNull());
  await vi.waitFor(() => expect(client.getQueryData([listBookings.path])).toBeUndefined());
});

it('a sign-in in one tab shows the user in the others', async () => {
  signOut();
  const first = await openTab();
  const second = await openTab();
  signIn(ada);
  second.client.setQueryData(currentUserQueryOptions.queryKey, ada);
  await vi.waitFor(() => expect(first.readUser()).toEqual(ada));
  const other = new BroadcastChannel('session');
  const told = vi.fn();
  other.onmessage = told;
  await openTab();
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  other.close();
  // One for each tab, and one for the tab that was told.
  expect(requestsTo(currentUser)).toHaveLength(4);
});

it('a tab with the same user loads nothing again', async () => {
  signIn(ada);
  await openTab();
  const other = new BroadcastChannel('session');
  const told = new Promise((resolve) => (other.onmessage = resolve));
  await openTab();
  await told;
  other.close();
  expect(requestsTo(currentUser)).toHaveLength(2);
});
