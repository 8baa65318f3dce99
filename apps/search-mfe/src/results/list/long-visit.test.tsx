import { searchFlights } from '@fareline/contracts';
import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { requestsTo } from '@fareline/tools/fake-server';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryCards, renderElement, serveSearch } from '../../testing/harness.tsx';
import '../../testing/progress-streams.ts';
import { Component as ResultsPage } from '../results-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=1';
const passMinutes = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
const offerEndingIn = (minutes: number, airline: string) =>
  sampleOffer({
    id: `off_${airline}`,
    slices: [sampleSlice('LHR', 'JFK', { airlines: [airline] })],
    expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
  });
const getLinkCounts = () =>
  queryCards().map((card) => within(card).queryAllByRole('link', { name: 'View Details' }).length);
const queryNotice = () => screen.queryByText(/^These prices are from \d\d:\d\d\./);

afterEach(() => void vi.useRealTimers());

it('[LIST-05] [RESULTS-25] a list that stays open says when its prices are old, and which flight has ended', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  serveSearch([offerEndingIn(9.5, 'AA'), offerEndingIn(60, 'BA')]);
  renderElement(<ResultsPage />, { url: `/search?${search}` });
  await passMinutes(0.05);
  expect(getLinkCounts()).toEqual([1, 1]);
  await passMinutes(5);
  expect(queryNotice()).toBeNull();
  expect(getLinkCounts()).toEqual([1, 1]);
  await passMinutes(5);
  expect(queryNotice()).toBeTruthy();
  expect(getLinkCounts()).toEqual([0, 1]);
  expect(within(queryCards()[0]!).getByText(/^Expired/)).toBeTruthy();
  await passMinutes(20.5);
  expect(queryNotice()).toBeTruthy();
  expect(requestsTo(searchFlights)).toHaveLength(1);
  serveSearch([offerEndingIn(30, 'AA'), offerEndingIn(30, 'BA')]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Refresh Results' })[0]!);
  await passMinutes(0.05);
  expect(queryNotice()).toBeNull();
  expect(getLinkCounts()).toEqual([1, 1]);
});

it('[RESULTS-25] a list on a device whose clock is an hour ahead has links, and is not called old', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  serveSearch([offerEndingIn(-45, 'AA'), offerEndingIn(-30, 'BA')], {
    searched_at: new Date(Date.now() - 60 * 60_000).toISOString(),
  });
  renderElement(<ResultsPage />, { url: `/search?${search}` });
  await passMinutes(0.05);
  expect(getLinkCounts()).toEqual([1, 1]);
  expect(queryNotice()).toBeNull();
  await passMinutes(30);
  expect(queryNotice()).toBeTruthy();
});

it('[RESULTS-25] a list whose flights all live on says after half an hour that its prices are old', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  serveSearch([offerEndingIn(60, 'AA')]);
  renderElement(<ResultsPage />, { url: `/search?${search}` });
  await passMinutes(29);
  expect(queryNotice()).toBeNull();
  await passMinutes(1.6);
  expect(queryNotice()).toBeTruthy();
  expect(getLinkCounts()).toEqual([1]);
});
