import { createBooking, getSeatMaps, processCard, verifyOffer } from '@fareline/contracts';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import {
  clickCompleteBooking,
  expiredOffer,
  fillCard,
  fillPassenger,
  goToSeats,
  renderApp,
  serveBooking,
} from '../testing/harness.tsx';
import { familyPassengers, oneAdultOffer, roundTripSlices, sampleSeatMap } from '../testing/samples.ts';
import { fetchSeatMaps } from './seat-map-queries.ts';

afterEach(() => vi.restoreAllMocks());

const findSeat = (name: RegExp) => screen.findByRole('button', { name });
const getStatusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const getTotal = () => screen.getByText('Total (USD)').nextSibling?.textContent;

describe('missing seat maps', () => {
  it('[BOOK-02] sends no request without an offer id', async () => {
    await expect(fetchSeatMaps('')).rejects.toThrow('Offer ID is required for seat maps');
  });

  it('[ERROR-02] throws with the reason when the seat maps cannot be loaded', async () => {
    respondTo(getSeatMaps, () => errorResponse('PROVIDER_UNAVAILABLE'));
    await expect(fetchSeatMaps('off_fresh')).rejects.toThrow(
      'Unable to retrieve seat maps: The airlines are not answering right now.',
    );
  });

  it('[SEAT-03] shows an alert when the seat maps cannot be loaded, and continues without seats', async () => {
    serveBooking(oneAdultOffer());
    respondTo(getSeatMaps, () => errorResponse('PROVIDER_UNAVAILABLE'));
    const { user } = renderApp();
    await goToSeats(user);
    expect(await screen.findByText('Seat Selection Unavailable')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeTruthy();
  });

  it.each([
    [
      'PROVIDER_UNAVAILABLE',
      /^Seat Selection UnavailableThe seat map could not be loaded\. You can try again,/,
    ],
    [
      'TOO_MANY_REQUESTS',
      /^Seat Selection UnavailableMany requests came from your connection, so the seat map/,
    ],
    ['SEARCH_BUSY', /^Seat Selection UnavailableThe site is busy right now, so the seat map/],
  ] as const)(
    '[SEAT-03] [LIMIT-02] after %s says why there is no map, and loads it on request',
    async (code, text) => {
      serveBooking(oneAdultOffer());
      respondTo(getSeatMaps, () => errorResponse(code, { headers: { 'retry-after': '600' } }));
      const { user } = renderApp();
      await goToSeats(user);
      await screen.findByText('Seat Selection Unavailable');
      expect(getStatusTexts()).toContainEqual(expect.stringMatching(text));
      expect(screen.getByRole('button', { name: 'Skip Seat Selection' })).toHaveProperty('disabled', false);
      serveBooking(oneAdultOffer());
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await findSeat(/^Seat 1A/)).toBeTruthy();
      expect(screen.queryByText('Seat Selection Unavailable')).toBeNull();
      expect(getFocused()).toBe(screen.getByRole('heading', { name: 'Choose your seats' }));
    },
  );

  it('[PROVIDER-07] [LIMIT-02] loads busy seat maps by itself, and lets the traveller go on without seats meanwhile', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    serveBooking(oneAdultOffer());
    const seatMap = sampleSeatMap('seg_JFK_LHR_0');
    respondTo(getSeatMaps, () =>
      requestsTo(getSeatMaps).length === 1
        ? errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1' } })
        : { body: { data: [seatMap] } },
    );
    const { user } = renderApp();
    await goToSeats(user);
    expect(await screen.findByText('The seat maps cannot be loaded right now')).toBeTruthy();
    expect(screen.getByText(/^Many requests came from your connection\. /)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Skip Seat Selection' })).toHaveProperty('disabled', false);
    expect(await screen.findByRole('button', { name: /^Seat 1A/ }, { timeout: 5_000 })).toBeTruthy();
    expect(screen.queryByText('The seat maps cannot be loaded right now')).toBeNull();
  });

  it('[SEAT-04] only offers to continue when the airline has no seat maps', async () => {
    serveBooking(oneAdultOffer());
    respondTo(getSeatMaps, () => ({ body: { data: [] } }));
    const { user } = renderApp();
    await goToSeats(user);
    expect(await screen.findByText('No seat maps for this flight')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Skip Seat Selection' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeTruthy();
  });
});

it('[D64] says on the seat step that the offer has expired, and leads to the results', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveBooking(oneAdultOffer());
  const { user, router } = renderApp();
  await goToSeats(user);
  respondTo(verifyOffer, expiredOffer);
  await vi.advanceTimersByTimeAsync(31_000);
  vi.useRealTimers();
  await user.click(await screen.findByRole('button', { name: 'Search again' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
});

describe('the cabin', () => {
  it('[SEAT-11] [SEAT-14] requires a seat on every segment before it continues', async () => {
    serveBooking(oneAdultOffer({ slices: roundTripSlices() }));
    const { user } = renderApp();
    await goToSeats(user);
    await user.click(await findSeat(/^Seat 1A/));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByText('Seat Selection Required')).toBeTruthy();
    expect(screen.getByText('Please select seats for all passengers')).toBeTruthy();
    await user.click(await findSeat(/^Seat 2A/));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeTruthy();
  });

  it('[SEAT-06] ignores a click on an unavailable seat', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderApp();
    await goToSeats(user);
    const taken = await findSeat(/^Seat 1B, unavailable/);
    await user.click(taken);
    expect(taken.getAttribute('aria-pressed')).toBe('false');
    expect(getTotal()).toBe('$389.50');
  });

  it('[SEAT-06] draws a seat without a designator as unavailable, not as a gap', async () => {
    serveBooking(oneAdultOffer());
    const seatMap = sampleSeatMap('seg_JFK_LHR_0');
    const [restricted] = seatMap.cabins[0]!.rows[0]!.sections[0]!.elements;
    Object.assign(restricted!, { designator: null, available: false, available_services: [] });
    respondTo(getSeatMaps, () => ({ body: { data: [seatMap] } }));
    const { user } = renderApp();
    await goToSeats(user);
    expect(await screen.findByRole('img', { name: 'Seat, unavailable' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Seat 1A/ })).toBeNull();
  });

  it('[SEAT-01] [SEAT-02] [SEAT-05] shows segments, rows and legend, and that seat selection is optional', async () => {
    serveBooking(oneAdultOffer({ slices: roundTripSlices() }));
    const { user } = renderApp();
    await goToSeats(user);
    const legend = await screen.findByRole('list', { name: 'Legend' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Available', 'Selected', 'Unavailable']);
    expect(screen.getAllByRole('tab')).toHaveLength(2);
    expect(screen.getByRole('region', { name: 'Economy cabin' })).toBeTruthy();
    expect(within(screen.getByRole('grid')).getAllByRole('row')).toHaveLength(2);
    expect(screen.getByText(/Seat selection is optional/).textContent).toContain('Basic Economy Fare');
    expect(screen.getByText('Basic Economy Fare').parentElement?.textContent).toContain('may incur charges');
    expect(screen.getByRole('button', { name: 'Skip Seat Selection' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Continue to Payment' })).toBeTruthy();
  });

  it('[SEAT-07] [SEAT-08] [SEAT-09] [SEAT-10] assigns the seat to the active passenger, activates the next one, and follows a manual change', async () => {
    serveBooking(oneAdultOffer({ passengers: familyPassengers }));
    const { user } = renderApp();
    await screen.findByRole('heading', { name: 'Who is travelling?' });
    const year = new Date().getFullYear();
    await fillPassenger(user, 1, '1990-01-31');
    await fillPassenger(user, 2, '1991-01-31');
    await fillPassenger(user, 3, `${year - 1}-12-31`);
    await user.click(screen.getByRole('button', { name: 'Continue to Seats' }));
    const chips = await screen.findByRole('group', { name: 'Choosing a seat for' });
    const chip = (name: RegExp) => within(chips).getByRole('button', { name });
    expect(within(chips).getAllByRole('button')).toHaveLength(2);
    expect(chip(/Ada/).getAttribute('aria-pressed')).toBe('true');
    await user.click(await findSeat(/^Seat 1A, available, \$20/));
    expect(chip(/Ada/).textContent).toContain('1A, $20');
    expect(chip(/Bo/).getAttribute('aria-pressed')).toBe('true');
    await user.click(await findSeat(/^Seat 1C/));
    expect(chip(/Bo/).textContent).toContain('1C, $12.25');
    expect(getTotal()).toBe('$421.75');
    await user.click(chip(/Ada/));
    await user.click(await findSeat(/^Seat 2D, available, Free/));
    expect(chip(/Ada/).textContent).toContain('2D');
    expect(getTotal()).toBe('$401.75');
  });

  it('moves the focus with the arrow keys and selects with the space bar', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderApp();
    await goToSeats(user);
    (await findSeat(/^Seat 1A/)).focus();
    await user.keyboard('{ArrowRight}');
    expect(getFocused()).toBe(await findSeat(/^Seat 1B/));
    await user.keyboard('{ArrowRight}{ArrowDown} ');
    expect((await findSeat(/^Seat 2C/)).getAttribute('aria-pressed')).toBe('true');
  });

  it('[SEAT-12] [SEAT-13] sends the selected seats with payment and booking, and removes them when skipped', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderApp();
    await goToSeats(user);
    await user.click(await findSeat(/^Seat 1A/));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('heading', { name: 'Payment' });
    await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }));
    expect((await findSeat(/^Seat 1A/)).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Skip Seat Selection' }));
    await screen.findByRole('heading', { name: 'Payment' });
    expect(getTotal()).toBe('$389.50');
    await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }));
    await user.click(await findSeat(/^Seat 1A/));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('heading', { name: 'Payment' });
    fillCard();
    await clickCompleteBooking(user);
    await waitFor(() => expect(requestsTo(createBooking)).toHaveLength(1));
    const seats = [
      expect.objectContaining({
        passengerId: 'pas_1',
        seatId: 'seg_JFK_BOS_0_1A_pas_1',
        cabinClass: 'economy',
        price: { amount: '20.00', currency: 'USD' },
      }),
    ];
    expect(requestsTo(processCard)[0]?.body).toMatchObject({
      amount: '409.50',
      seats,
    });
    expect(requestsTo(createBooking)[0]?.body).toMatchObject({ seats });
  });
});
