import { getOffer } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { announce } from '@fareline/ui-theme';
import { getAnnouncement } from '@fareline/ui-theme/testing';
import { QueryClient } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { searchQueryOptions } from '../results/progress/search-queries.ts';
import { parseSearchUrl } from '../search-query/search-query.ts';
import { renderElement } from '../testing/harness.tsx';
import { Component as OfferPage } from './offer-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=1';
const { queryKey } = searchQueryOptions(parseSearchUrl(new URLSearchParams(search)).query);
const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const queryTimer = () => screen.queryByRole('timer')?.textContent;

describe('the end of an offer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    announce('');
  });
  afterEach(() => void vi.useRealTimers());

  /** Opens an offer that ends in `minutes` by the clock of this device. */
  async function open(minutes: number, isGone = true) {
    const expiresAt = Date.now() + minutes * 60_000;
    const offer = sampleOffer({ expires_at: new Date(expiresAt).toISOString() });
    respondTo(getOffer, () =>
      isGone && Date.now() >= expiresAt
        ? errorResponse('OFFER_EXPIRED')
        : { body: { ...offer, listed: null } },
    );
    const client = new QueryClient();
    client.setQueryData(queryKey, { searchId: 's_1', offers: [offer], total: 1, maxCards: 30 });
    renderElement(<OfferPage />, {
      path: '/flight/:id',
      url: `/flight/off_1?${search}`,
      queryClient: client,
    });
    await advance(0.1);
    screen.getByText('Price Summary');
    return client;
  }

  it('[OFFER-10] is counted down in the last five minutes only, beside the prescribed notice', async () => {
    await open(30);
    await advance(24 * 60);
    expect(queryTimer()).toBeUndefined();
    await advance(65);
    expect(queryTimer()).toBe('4:55 left');
    await advance(50);
    expect(queryTimer()).toBe('4:05 left');
    expect(screen.getByText('Flight offers typically expire after 30 minutes')).toBeTruthy();
  });

  it.each([
    [28.5, '28 min left'],
    [5.5, '5 min left'],
    [125, '2 h left'],
    [119.5, '119 min left'],
  ])('[OFFER-10] with %s minutes left stands quietly beside the prescribed notice', async (minutes, text) => {
    await open(minutes);
    const notice = screen.getByText('Flight offers typically expire after 30 minutes');
    expect(notice.nextSibling?.textContent).toBe(text);
    expect(queryTimer()).toBeUndefined();
    expect(getAnnouncement()).toBe('');
  });

  it('[OFFER-10] is announced at five minutes and at one minute, and not in between', async () => {
    await open(10);
    await advance(4.5 * 60);
    expect(getAnnouncement()).toBe('');
    await advance(31);
    expect(getAnnouncement()).toBe('The price of this flight ends in less than 5 minutes.');
    announce('');
    await advance(3.9 * 60);
    expect(getAnnouncement()).toBe('');
    await advance(10);
    expect(getAnnouncement()).toBe('The price of this flight ends in less than 1 minute.');
  });

  it('[OFFER-03] [LIST-05] shows that the offer is gone, without a book button, and removes it from the list', async () => {
    const client = await open(10);
    await advance(10 * 60 + 1);
    expect(screen.getByText('Error Loading Flight Details')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Book/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to Search' })).toBeTruthy();
    expect(client.getQueryData(queryKey)).toMatchObject({ offers: [], total: 0 });
  });

  it('[LIST-05] keeps an offer that the service still sells, because the clock of the device may be wrong', async () => {
    await open(10, false);
    await advance(10 * 60 + 1);
    expect(requestsTo(getOffer)).toHaveLength(2);
    expect(queryTimer()).toBeUndefined();
    expect(screen.getAllByRole('link', { name: /^Book/ })).toHaveLength(2);
  });

  it('[OFFER-10] says that the price has ended while the service does not answer', async () => {
    await open(10);
    respondTo(getOffer, () => new Promise(() => undefined));
    await advance(10 * 60 + 1);
    expect(queryTimer()).toBe('This price has ended.');
  });
});
