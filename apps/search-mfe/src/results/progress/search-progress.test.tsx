import { searchFlights, searchProgress, type SearchProgress } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { respondTo } from '@fareline/tools/fake-server';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getAnnouncement } from '@fareline/ui-theme/testing';
import { asSeparateFlights, renderElement, searchRequests, searchResponse } from '../../testing/harness.tsx';
import {
  countOpenStreams,
  endProgress,
  failProgressStreams,
  progressStreams,
  sendBrokenProgress,
  sendProgress,
} from '../../testing/progress-streams.ts';
import { Component as ResultsPage } from '../results-page.tsx';

const at = '/search?origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=2';
const offers = asSeparateFlights(
  ['a', 'b', 'c'].map((id, n) => sampleOffer({ id, total_amount: String(100 + n) })),
);
const progress = (changes: Partial<SearchProgress> = {}): SearchProgress => ({
  offers,
  airlines: [
    { iata_code: 'LH', name: 'Lufthansa', count: 8 },
    { iata_code: 'BA', name: 'British Airways', count: 12 },
  ],
  total_count: 20,
  answered_batches: 1,
  total_batches: 4,
  ...changes,
});
const show = (options = {}) => renderElement(<ResultsPage />, { url: at, ...options });

describe('search progress', () => {
  let respond: () => void;
  beforeEach(() =>
    respondTo(searchFlights, async () => {
      await new Promise<void>((done) => (respond = done));
      return { body: searchResponse(offers) };
    }),
  );

  it('[RESULTS-24] keeps the skeletons without an error when the progress stream fails', async () => {
    failProgressStreams();
    show();
    await waitFor(() => expect(progressStreams()).toHaveLength(1));
    await waitFor(() => expect(searchRequests()).toHaveLength(1));
    expect(screen.getByRole('heading', { level: 1, name: 'Flights from LHR to JFK' })).toBeTruthy();
    expect(screen.getAllByTestId('offer-skeleton')).toHaveLength(3);
    expect(screen.queryByRole('alert')).toBeNull();
    respond();
    expect(await screen.findByText('3 of 3 flights found')).toBeTruthy();
  });

  it('[RESULTS-24] ignores an event that cannot be parsed', async () => {
    show();
    await waitFor(() => expect(countOpenStreams()).toBe(1));
    sendBrokenProgress();
    sendProgress(progress({ offers: [] }));
    expect(await screen.findByText('20 fares so far')).toBeTruthy();
    expect(screen.getAllByTestId('offer-skeleton')).toHaveLength(3);
  });

  it('[RESULTS-23] [RESULTS-24] shows the cheapest offers so far, with the number of offers per airline', async () => {
    show();
    await waitFor(() => expect(countOpenStreams()).toBe(1));
    const [stream] = progressStreams();
    expect(stream?.url.pathname).toBe(searchProgress.path);
    expect(Object.fromEntries(stream?.url.searchParams ?? [])).toMatchObject({
      origin: 'LHR',
      departureDate: '2090-12-05',
      adultsCount: '2',
    });
    sendProgress(progress());
    expect(await screen.findByText('British Airways 12, Lufthansa 8')).toBeTruthy();
    expect(screen.getByText('1 of 4 groups of airlines answered', { exact: false })).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(screen.getByText('Searching all airlines...')).toBeTruthy();
    const many = Array.from({ length: 9 }, (_, n) => ({ iata_code: null, name: `Air ${n}`, count: 9 - n }));
    sendProgress(progress({ airlines: many, total_count: 45, answered_batches: 3 }));
    expect(await screen.findByText('45 fares so far')).toBeTruthy();
    expect(
      screen.getByText('Air 0 9, Air 1 8, Air 2 7, Air 3 6, Air 4 5, Air 5 4 and 3 more airlines'),
    ).toBeTruthy();
  });

  it('announces the progress only twice, however often the line changes', async () => {
    show();
    await waitFor(() => expect(countOpenStreams()).toBe(1));
    expect(getAnnouncement()).toBe('Searching');
    sendProgress(progress());
    await waitFor(() => expect(getAnnouncement()).toBe('The first flights are in'));
    sendProgress(progress({ total_count: 30, answered_batches: 2 }));
    await waitFor(() => expect(getAnnouncement()).toBe('Half of the airlines have answered'));
    respond();
    await waitFor(() => expect(getAnnouncement()).toBe('3 flights found'));
  });

  it('closes the stream on its end event and when the page is left', async () => {
    const { router } = show();
    await waitFor(() => expect(countOpenStreams()).toBe(1));
    endProgress();
    await waitFor(() => expect(countOpenStreams()).toBe(0));
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/search?origin=LHR&destination=AMS&departureDate=2090-12-05'));
    await waitFor(() => expect(countOpenStreams()).toBe(1));
    await act(() => router.navigate('/elsewhere'));
    await waitFor(() => expect(countOpenStreams()).toBe(0));
  });

  it('[RESULTS-25] opens no stream for a cached list', async () => {
    const { queryClient, unmount } = show();
    await waitFor(() => expect(searchRequests()).toHaveLength(1));
    respond();
    await screen.findByText('3 of 3 flights found');
    await waitFor(() => expect(countOpenStreams()).toBe(0));
    unmount();
    show({ queryClient });
    expect(await screen.findByText('3 of 3 flights found')).toBeTruthy();
    expect(progressStreams()).toHaveLength(1);
  });
});
