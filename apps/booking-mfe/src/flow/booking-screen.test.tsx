import { processCard, refreshOffer } from '@fareline/contracts';
import {
  allRequests,
  connectionFailure,
  errorResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readDescriptionList } from '@fareline/ui-theme/testing';
import { goToPayment, goToSeats, renderApp, serveBooking } from '../testing/harness.tsx';
import { oneAdultOffer } from '../testing/samples.ts';

describe('loading the offer', () => {
  it('[BOOK-02] sends no request and shows an error without an offer id', async () => {
    serveBooking(oneAdultOffer());
    renderApp('/booking?adults=1');
    expect(await screen.findByText('Offer ID is required')).toBeTruthy();
    expect(allRequests()).toEqual([]);
  });

  it('[BOOK-09] shows the server message and a Back button when the refresh fails', async () => {
    respondTo(refreshOffer, () => errorResponse('PROVIDER_UNAVAILABLE'));
    const { user, router } = renderApp();
    expect(await screen.findByText('Error loading flight details')).toBeTruthy();
    expect(
      screen.getByText('The airlines are not answering right now. Please try again in a moment.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(router.state.location.pathname).toBe('/');
  });

  it.each(['SEARCH_BUSY', 'TOO_MANY_REQUESTS'] as const)(
    '[PROVIDER-07] [LIMIT-02] after %s counts the seconds to the next attempt, which goes on by itself',
    async (code) => {
      const offer = oneAdultOffer();
      serveBooking(offer);
      respondTo(refreshOffer, () =>
        requestsTo(refreshOffer).length === 1
          ? errorResponse(code, { headers: { 'retry-after': '2' } })
          : { body: { offer, price_changed: false, previous_total_amount: '389.50' } },
      );
      renderApp();
      await screen.findByText('Many flights are being opened right now');
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
        expect.stringMatching(/We will try again by ourselves in 2 seconds\..*Your flight stays chosen\./),
      );
      expect(
        await screen.findByRole('heading', { name: 'Who is travelling?' }, { timeout: 5_000 }),
      ).toBeTruthy();
      expect(requestsTo(refreshOffer)).toHaveLength(2);
    },
  );

  it('[PROVIDER-07] does not wait minutes by itself, but says when to try again and tries on request', async () => {
    const offer = oneAdultOffer();
    serveBooking(offer);
    const message = 'Many travellers are opening flights right now. This one can be opened in 90 seconds.';
    respondTo(refreshOffer, () =>
      requestsTo(refreshOffer).length === 1
        ? errorResponse('SEARCH_BUSY', { message, headers: { 'retry-after': '90' } })
        : { body: { offer, price_changed: false, previous_total_amount: '389.50' } },
    );
    const { user } = renderApp();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });

  it('[BOOK-09] shows a text for a failure without a message', async () => {
    respondTo(refreshOffer, () => connectionFailure(new Error('')));
    renderApp();
    expect(await screen.findByText('Flight offer not found')).toBeTruthy();
  });

  it('[PROVIDER-02] shows that the offer is no longer available when the refresh finds no match', async () => {
    respondTo(refreshOffer, () => errorResponse('OFFER_UNAVAILABLE'));
    renderApp();
    expect(await screen.findByText(/no longer available/)).toBeTruthy();
  });

  it('[BOOK-10] [PROVIDER-02] shows old and new price, and goes to the results when the new price is declined', async () => {
    const offer = oneAdultOffer();
    serveBooking(offer);
    respondTo(refreshOffer, () => ({
      body: { offer, price_changed: true, previous_total_amount: '350.00' },
    }));
    const { user, router } = renderApp();
    const dialog = await screen.findByRole('alertdialog', { name: 'The price of this flight changed' });
    expect(within(dialog).getByText('$350')).toBeTruthy();
    expect(within(dialog).getByText('$389.50')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Page /search')).toBeTruthy();
    expect(router.state.location.search).toContain('origin=JFK');
    expect(requestsTo(processCard)).toEqual([]);
  });

  it('[BOOK-10] starts the flow when the new price is accepted', async () => {
    const offer = oneAdultOffer();
    serveBooking(offer);
    respondTo(refreshOffer, () => ({
      body: { offer, price_changed: true, previous_total_amount: '350.00' },
    }));
    const { user } = renderApp();
    await user.click(await screen.findByRole('button', { name: 'Continue for $389.50' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });

  it('[BOOK-01] [PROVIDER-01] replaces the offer id in the URL with the fresh offer after one refresh', async () => {
    serveBooking(oneAdultOffer());
    const { router } = renderApp('/booking?offer=off_cached&adults=1&children=0&infants=0');
    await screen.findByRole('heading', { name: 'Who is travelling?' });
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get('offer')).toBe('off_fresh'),
    );
    expect(requestsTo(refreshOffer).map(({ params }) => params)).toEqual([{ id: 'off_cached' }]);
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      offer: 'off_fresh',
      adults: '1',
      children: '0',
      infants: '0',
    });
  });

  it('[BOOK-09] shows a loading state until the offer is loaded', async () => {
    const offer = oneAdultOffer();
    let respond = () => {};
    const response = new Promise<void>((resolve) => (respond = resolve));
    serveBooking(offer);
    respondTo(refreshOffer, async () => {
      await response;
      return { body: { offer, price_changed: false, previous_total_amount: '389.50' } };
    });
    renderApp();
    expect(await screen.findByRole('status', { name: 'Loading your flight' })).toBeTruthy();
    respond();
    expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeTruthy();
  });
});

describe('the steps', () => {
  it('[BOOK-03] [BOOK-04] [BOOK-05] [BOOK-06] shows the steps in order and keeps entered data when going back', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderApp();
    const getCurrentSteps = () =>
      within(screen.getByRole('navigation', { name: 'Progress' }))
        .getAllByRole('listitem')
        .filter((item) => item.getAttribute('aria-current') === 'step')
        .map((item) => item.textContent);
    await screen.findByRole('heading', { name: 'Who is travelling?' });
    expect(getCurrentSteps()).toEqual([expect.stringContaining('Passenger Details')]);
    await goToPayment(user);
    const progress = screen.getByRole('navigation', { name: 'Progress' });
    expect(
      within(progress)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringContaining('Passenger Details'),
      expect.stringContaining('Seat Selection'),
      expect.stringContaining('Payment'),
      expect.stringContaining('Confirmation'),
    ]);
    expect(getCurrentSteps()).toEqual([expect.stringContaining('Payment')]);
    await user.type(screen.getByLabelText(/^Card number/), '4242');
    await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }));
    await user.click(await screen.findByRole('button', { name: 'Back to passengers' }));
    expect(screen.getByLabelText(/^First name/)).toHaveProperty('value', 'Ada');
    expect(screen.getByLabelText(/^Phone/)).toHaveProperty('value', '+12125550142');
    await user.click(screen.getByRole('button', { name: 'Continue to Seats' }));
    await user.click(await screen.findByRole('button', { name: 'Skip Seat Selection' }));
    expect(await screen.findByLabelText(/^Card number/)).toHaveProperty('value', '4242');
  });

  it('[BOOK-08] [SEAT-10] [PROVIDER-42] shows base fare, taxes, seats and total in the currency of the offer', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderApp();
    await goToSeats(user);
    const summary = screen.getByRole('complementary', { name: 'Your flight' });
    expect(readDescriptionList(summary)).toEqual({
      'Base fare': '$330',
      Taxes: '$59.50',
      'Total (USD)': '$389.50',
    });
    await user.click(await screen.findByRole('button', { name: /^Seat 1A/ }));
    expect(readDescriptionList(summary)).toMatchObject({ '1 seat': '$20', 'Total (USD)': '$409.50' });
  });
});
