import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { searchQueryOptions } from '../results/search-queries.ts';
import { parseSearchUrl } from '../search-query/search-query.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleOffer } from '../testing/sample-offer.ts';
import { flightsStub } from '../testing/flights-stub.ts';
import { Component as OfferPage } from './offer-page.tsx';

const search = 'origin=LHR&destination=JFK&departureDate=2090-12-05&adultsCount=1';
const key = searchQueryOptions(parseSearchUrl(new URLSearchParams(search)).query).queryKey;

describe('failed offer page', () => {
  const flights = flightsStub();
  const show = (client = new QueryClient()) =>
    renderScreen(OfferPage, { path: '/flight/:id', at: `/flight/off_1?${search}`, client });
  const queryTryAgain = () => screen.queryByRole('button', { name: 'Try Again' });

  it.each([
    [410, 'OFFER_EXPIRED'],
    [404, 'OFFER_NOT_FOUND'],
  ])('removes the offer from the cached results and shows no retry on %i', async (status, error) => {
    flights.respondWith(() => ({ status, body: { error, message: 'It is gone.' } }));
    const client = new QueryClient();
    const offers = ['off_1', 'off_2'].map((id) => sampleOffer(id, '100'));
    client.setQueryData(key, { searchId: 's_1', offers, total: 40, maxCards: 30 });
    show(client);
    await screen.findByText('Error Loading Flight Details');
    await waitFor(() =>
      expect(client.getQueryData(key)).toMatchObject({ offers: [{ id: 'off_2' }], total: 39 }),
    );
    expect(queryTryAgain()).toBeNull();
  });

  it('offers a retry on a temporary failure and keeps the offer in the cached results', async () => {
    flights.respondWith(() => ({ status: 503, body: { error: 'SERVICE_UNAVAILABLE', message: 'Not now.' } }));
    const client = new QueryClient();
    client.setQueryData(key, {
      searchId: 's_1',
      offers: [sampleOffer('off_1', '100')],
      total: 1,
      maxCards: 30,
    });
    show(client);
    await screen.findByText('Error Loading Flight Details');
    expect(client.getQueryData(key)).toMatchObject({ total: 1 });
    flights.respondWith(() => ({ body: sampleOffer('off_1', '100') }));
    await userEvent.click(queryTryAgain()!);
    expect(await screen.findByText('Price Summary')).toBeTruthy();
  });
});
