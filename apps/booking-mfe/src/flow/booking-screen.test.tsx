import {
  createBooking,
  readBookingProgress,
  processCard,
  refreshOffer,
  searchFlights,
  type BookingResponse,
} from '@fareline/contracts';
import { QueryClient } from '@tanstack/react-query';
import {
  sampleBookingResponse,
  sampleConditions,
  currencies,
  findRepeatedCurrency,
} from '@fareline/contracts/testing';
import {
  allRequests,
  connectionFailure,
  errorResponse,
  proxyResponse,
  requestsTo,
  respondTo,
} from '@fareline/tools/fake-server';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getFocused, readDescriptionList, renderElement, sentence } from '@fareline/ui-theme/testing';
import { storeBookedOffer } from '../payment/booked-offers.ts';
import {
  clickCompleteBooking,
  fillCard,
  fillPassenger,
  goToPayment,
  goToSeats,
  renderApp,
  renderFilledApp,
  serveBooking,
} from '../testing/harness.tsx';
import { oneAdultOffer } from '../testing/samples.ts';
import { Component as BookingScreen } from './booking-screen.tsx';

describe('loading the offer', () => {
  it('[BOOK-02] sends no request and shows an error without an offer id', async () => {
    serveBooking(oneAdultOffer());
    renderApp('/booking?adults=1');
    expect(await screen.findByText('Offer ID is required')).toBeTruthy();
    expect(allRequests()).toEqual([]);
  });

  it('[FIELD-05] says before anything is entered that the browser blocks cookies', async () => {
    const cookies = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    serveBooking(oneAdultOffer());
    renderApp();
    expect(await screen.findByText('Cookies Are Blocked')).toBeTruthy();
    cookies.mockRestore();
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

  describe('that a limit or a busy service refuses', () => {
    beforeEach(() => {
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
    const getStatusTexts = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);
    const refuse = (code: 'SEARCH_BUSY' | 'TOO_MANY_REQUESTS', retryAfter: string) =>
      respondTo(refreshOffer, () => errorResponse(code, { headers: { 'retry-after': retryAfter } }));
    const heading = 'Who is travelling?';
    // The screen is not loaded lazily, because that takes no time of the fake timers.
    const renderScreen = () => renderElement(<BookingScreen />, { url: '/booking?offer=off_cached' });

    it.each([
      ['SEARCH_BUSY', 'The site is busy right now'],
      ['TOO_MANY_REQUESTS', 'Many requests came from your connection'],
    ] as const)(
      '[PROVIDER-07] [LIMIT-02] after %s says "%s" and counts the seconds to the next try, which begins by itself',
      async (code, reason) => {
        serveBooking(oneAdultOffer());
        refuse(code, '10');
        renderScreen();
        await advance(0.5);
        expect(screen.getByText(reason)).toBeTruthy();
        // Retry-After and half of the jitter of 3 s.
        expect(getStatusTexts()).toContainEqual(
          expect.stringMatching(/ourselves in 1[12] seconds\..*Your flight stays chosen\./),
        );
        await advance(4);
        expect(getStatusTexts()).toContainEqual(expect.stringMatching(/ourselves in [78] seconds\./));
        expect(requestsTo(refreshOffer)).toHaveLength(1);
        serveBooking(oneAdultOffer());
        await advance(8);
        expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
        expect(requestsTo(refreshOffer)).toHaveLength(2);
      },
    );

    it('[PROVIDER-07] [BOOK-09] then says what to do, and after Try Again keeps the focus on the page', async () => {
      serveBooking(oneAdultOffer());
      refuse('TOO_MANY_REQUESTS', '30');
      renderScreen();
      await advance(310);
      expect(screen.getByRole('alert').textContent).toContain(
        'Many requests came from your connection, so your flight could not be opened yet. It stays chosen, with everything that you entered. Please press Try Again in a minute.',
      );
      expect(getFocused()).toBe(screen.getByRole('heading', { name: 'Error loading flight details' }));
      expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
      const tryAgain = async () => {
        screen.getByRole('button', { name: 'Try Again' }).focus();
        fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
        await advance(0.5);
      };
      await tryAgain();
      expect(getFocused()?.getAttribute('role')).toBe('status');
      await advance(310);
      expect(getFocused()).toBe(screen.getByRole('heading', { name: 'Error loading flight details' }));
      serveBooking(oneAdultOffer());
      await tryAgain();
      expect(getFocused()).toBe(screen.getByRole('heading', { name: heading }));
    });

    it('[PROVIDER-07] does not begin to wait for more than five minutes, and says when to try again', async () => {
      refuse('SEARCH_BUSY', '600');
      renderScreen();
      await advance(0.5);
      expect(screen.getByRole('alert').textContent).toContain(
        'The site is busy right now, so your flight could not be opened yet. It stays chosen, with everything that you entered. Please press Try Again in 10 minutes.',
      );
      await advance(400);
      expect(requestsTo(refreshOffer)).toHaveLength(1);
    });
  });

  it.each([
    ['a lost connection', connectionFailure()],
    ['the error page of a proxy', proxyResponse(502, '<html>')],
  ])('[BOOK-09] shows nothing technical of %s', async (_, response) => {
    respondTo(refreshOffer, () => response);
    renderApp();
    expect(await screen.findByText('Unable to load flight details. Please try again.')).toBeTruthy();
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
    expect(within(dialog).getByText('$389.50', { selector: 'dd *' })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Page /search')).toBeTruthy();
    expect(router.state.location.search).toContain('origin=JFK');
    expect(requestsTo(processCard)).toEqual([]);
  });

  it.each([
    [true, true],
    [false, false],
  ])(
    '[LIST-02] a price that changed (%s) makes the lists of this tab load again: %s',
    async (changed, expected) => {
      const offer = oneAdultOffer();
      serveBooking(offer);
      respondTo(refreshOffer, () => ({
        body: { offer, price_changed: changed, previous_total_amount: '350.00' },
      }));
      const queryClient = new QueryClient();
      const list = [searchFlights.path, 'origin=JFK'];
      queryClient.setQueryData(list, { offers: [] });
      renderApp(undefined, { queryClient });
      await screen.findByText(changed ? /Continue for/ : 'Who is travelling?');
      expect(queryClient.getQueryState(list)?.isInvalidated).toBe(expected);
    },
  );

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

  it('[PRICE-01] sends the price that was in sight, keeps it in the URL, and from the consent on the new one', async () => {
    const offer = oneAdultOffer();
    serveBooking(offer);
    respondTo(refreshOffer, () => ({
      body: { offer, price_changed: true, previous_total_amount: '350.00' },
    }));
    const { user, router } = renderApp('/booking?offer=off_cached&price=350.00');
    const readUrl = () => Object.fromEntries(new URLSearchParams(router.state.location.search));
    const accept = await screen.findByRole('button', { name: 'Continue for $389.50' });
    expect(requestsTo(refreshOffer).map(({ query }) => query.get('price'))).toEqual(['350.00']);
    expect(readUrl()).toEqual({ offer: 'off_fresh', price: '350.00' });
    await user.click(accept);
    await waitFor(() => expect(readUrl()).toEqual({ offer: 'off_fresh', price: '389.50' }));
    expect(requestsTo(refreshOffer)).toHaveLength(1);
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
      price: '389.50',
      adults: '1',
      children: '0',
      infants: '0',
    });
  });

  it('[BOOK-01] asks for the travellers of the offer where the URL counts others', async () => {
    serveBooking(oneAdultOffer());
    renderApp('/booking?offer=off_cached&adults=2&children=1&infants=0');
    await screen.findByRole('heading', { name: 'Who is travelling?' });
    expect(screen.getAllByLabelText(/^First name/)).toHaveLength(1);
  });

  it('[BOOK-09] shows a loading state until the offer is loaded', async () => {
    const offer = oneAdultOffer();
    const { promise: response, resolve: respond } = Promise.withResolvers<void>();
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
    await fillPassenger(user, 1, '1990-01-31');
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

  it.each(currencies)('[PROVIDER-42] names the currency of the total once: %s', async (total_currency) => {
    serveBooking(oneAdultOffer({ total_currency }));
    renderFilledApp();
    const summary = await screen.findByRole('complementary', { name: 'Your flight' });
    expect(summary.textContent).toContain(total_currency);
    expect(findRepeatedCurrency(summary.textContent)).toBeUndefined();
  });

  it('[BOOK-08] [SEAT-10] [PROVIDER-42] shows base fare, taxes, seats and total in the currency of the offer', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderFilledApp();
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

  it('[LIST-04] [LIST-07] [REFUND-02] names fare, bags and refund of the offer on every step', async () => {
    const offer = oneAdultOffer({
      included_bags: { cabin: 1, checked: 0 },
      conditions: sampleConditions({
        refundable: true,
        refund_penalty_amount: '50.00',
        refund_penalty_currency: 'USD',
      }),
    });
    offer.slices[0]!.segments[0]!.cabin_class = 'business';
    serveBooking(offer);
    const { user } = renderFilledApp();
    const summary = await screen.findByRole('complementary', { name: 'Your flight' });
    expect(within(summary).getByText('Basic · Business')).toBeTruthy();
    expect(within(summary).getByText('1 cabin bag included')).toBeTruthy();
    await goToSeats(user);
    await user.click(await screen.findByRole('button', { name: /^Seat 1A/ }));
    // 389.50 for the flight and 20 for the seat, less the fee.
    expect(within(summary).getByText(sentence(/keeps a fee of \$50 and \$359\.50 comes back/))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    const order = await screen.findByRole('complementary', { name: 'Order Summary' });
    expect(within(order).getByText('Basic · Business')).toBeTruthy();
  });
});

describe('Back and Forward of the browser', () => {
  const go = (router: ReturnType<typeof renderApp>['router'], delta: number) =>
    act(() => router.navigate(delta));
  const findStep = (name: string) => screen.findByRole('heading', { name, level: 1 });

  it('[BOOK-04] go one step, with all that was entered', async () => {
    serveBooking(oneAdultOffer());
    const { user, router } = renderFilledApp();
    await goToPayment(user);
    fireEvent.change(screen.getByLabelText(/^Name on the card/), { target: { value: 'Ada Byron' } });
    await go(router, -1);
    await findStep('Bags and seats');
    await go(router, -1);
    await findStep('Who is travelling?');
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('Ada');
    await go(router, 1);
    await findStep('Bags and seats');
    await go(router, 1);
    await findStep('Payment');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name on the card/).value).toBe('Ada Byron');
    await go(router, -3);
    await screen.findByText('Page /');
  });

  it('[BOOK-05] lead past no passenger who was changed, before the form is sent again', async () => {
    serveBooking(oneAdultOffer());
    const { user, router } = renderFilledApp();
    await goToSeats(user);
    await go(router, -1);
    await findStep('Who is travelling?');
    fireEvent.change(screen.getByLabelText(/^First name/), { target: { value: '' } });
    await go(router, 1);
    await findStep('Who is travelling?');
    expect(screen.queryByRole('heading', { name: 'Bags and seats' })).toBeNull();
  });

  it('[PAY-20] wait for a payment that is on its way', async () => {
    serveBooking(oneAdultOffer());
    const { user, router } = renderFilledApp();
    await goToPayment(user);
    fillCard();
    const answer = Promise.withResolvers<{ body: BookingResponse }>();
    respondTo(createBooking, () => answer.promise);
    await clickCompleteBooking(user);
    await waitFor(() => expect(requestsTo(createBooking)).toHaveLength(1));
    await go(router, -1);
    expect(screen.getByRole('heading', { name: 'Payment', level: 1 })).toBeTruthy();
    expect(await screen.findByText('Your payment is on its way')).toBeTruthy();
    answer.resolve({ body: sampleBookingResponse({ statusToken: 'tok' }) });
    await findStep('Booking Confirmed');
    await go(router, -1);
    await findStep('Booking Confirmed');
  });

  it('[STATUS-05] show the booking for an offer that is booked', async () => {
    storeBookedOffer({ offerIds: ['off_cached'], statusToken: 'tok' });
    serveBooking(oneAdultOffer());
    respondTo(readBookingProgress, () => errorResponse('LINK_INVALID'));
    const { router } = renderApp();
    await waitFor(() => expect(router.state.location.pathname).toBe('/booking/status'));
    expect(router.state.location.hash).toBe('#tok');
    expect(requestsTo(refreshOffer)).toEqual([]);
  });

  it('[STATUS-05] lead from the entry of a step whose passengers a reload has cleared to the first', async () => {
    serveBooking(oneAdultOffer());
    const { router } = renderApp();
    await findStep('Who is travelling?');
    const { pathname, search, key } = router.state.location;
    await act(() => router.navigate({ pathname, search }, { state: { step: 'seat-selection' } }));
    await waitFor(() => expect(router.state.location.key).toBe(key));
    await findStep('Who is travelling?');
  });
});
