import { getOffer } from '@fareline/contracts';
import { sampleOffer } from '@fareline/contracts/testing';
import { errorResponse, respondTo } from '@fareline/tools/fake-server';
import { getFocused } from '@fareline/ui-theme/testing';
import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { searchQueryOptions } from '../results/progress/search-queries.ts';
import { parseSearchUrl } from '../search-query/search-query.ts';
import { renderElement } from '../testing/harness.tsx';
import { Component as OfferPage } from './offer-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=1';
const key = searchQueryOptions(parseSearchUrl(new URLSearchParams(search)).query).queryKey;

describe('failed offer page', () => {
  const show = (client = new QueryClient()) =>
    renderElement(<OfferPage />, {
      path: '/flight/:id',
      url: `/flight/off_1?${search}`,
      queryClient: client,
    });
  const queryTryAgain = () => screen.queryByRole('button', { name: 'Try Again' });

  it.each(['OFFER_EXPIRED', 'OFFER_NOT_FOUND'] as const)(
    'removes the offer from the cached results and shows no retry on %s',
    async (code) => {
      respondTo(getOffer, () => errorResponse(code));
      const client = new QueryClient();
      const offers = ['off_1', 'off_2'].map((id) => sampleOffer({ id, total_amount: '100' }));
      client.setQueryData(key, { searchId: 's_1', offers, total: 40, maxCards: 30 });
      show(client);
      await screen.findByText('Error Loading Flight Details');
      await waitFor(() =>
        expect(client.getQueryData(key)).toMatchObject({ offers: [{ id: 'off_2' }], total: 39 }),
      );
      expect(queryTryAgain()).toBeNull();
    },
  );

  it('offers a retry on a temporary failure and keeps the offer in the cached results', async () => {
    respondTo(getOffer, () => errorResponse('SERVICE_UNAVAILABLE'));
    const client = new QueryClient();
    client.setQueryData(key, {
      searchId: 's_1',
      offers: [sampleOffer({ id: 'off_1', total_amount: '100' })],
      total: 1,
      maxCards: 30,
    });
    show(client);
    await screen.findByText('Error Loading Flight Details');
    expect(client.getQueryData(key)).toMatchObject({ total: 1 });
    respondTo(getOffer, () => ({ body: { ...sampleOffer(), listed: null } }));
    await userEvent.click(queryTryAgain()!);
    expect(await screen.findByText('Price Summary')).toBeTruthy();
  });

  it('[OFFER-03] keeps the focus on the page after Try Again', async () => {
    respondTo(getOffer, () => errorResponse('SERVICE_UNAVAILABLE'));
    show();
    await screen.findByText('Error Loading Flight Details');
    expect(getFocused()).toBe(screen.getByRole('heading', { level: 1 }));
    const { promise: response, resolve: respond } = Promise.withResolvers<void>();
    respondTo(getOffer, async () => {
      await response;
      return { body: { ...sampleOffer(), listed: null } };
    });
    await userEvent.click(queryTryAgain()!);
    await waitFor(() => expect(getFocused()).toBe(screen.getByText('Loading flight details...')));
    respond();
    await screen.findByText('Price Summary');
    expect(getFocused()).toBe(screen.getByRole('heading', { level: 1, name: / to / }));
  });
});
