import {
  createBooking,
  getOffer,
  getSeatMaps,
  processCard,
  refreshOffer,
  verifyOffer,
  type Offer,
} from '@fareline/contracts';
import { staysLoading } from '@fareline/contracts/promises';
import { sampleConditions } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getDescription, getFocused } from '@fareline/ui-theme/testing';
import {
  clickCompleteBooking,
  expiredOffer,
  fillCard,
  goToSeats,
  reloadTab,
  renderApp,
  renderFilledApp,
  serveBooking,
} from '../testing/harness.tsx';
import {
  familyPassengers,
  oneAdultOffer,
  roundTripSlices,
  sampleBag,
  sampleSeatMap,
} from '../testing/samples.ts';
import { saveDraft } from '../flow/draft.ts';
import { fetchSeatMaps } from './seat-map-queries.ts';

afterEach(() => vi.restoreAllMocks());

const findSeat = (name: RegExp) => screen.findByRole('button', { name });
const getStatusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const getTotal = () => screen.getByText('Total (USD)').nextSibling?.textContent;

/** Opens the seats of one adult. */
async function openSeats(offer = oneAdultOffer(), prepare = () => {}) {
  serveBooking(offer);
  prepare();
  const view = renderFilledApp();
  await goToSeats(view.user);
  return view;
}

/** Opens the seats of two adults and an infant. */
async function openSeatsOfFamily() {
  const view = renderFilledApp(undefined, [
    {},
    { firstName: 'Bo', email: '', phone: '' },
    {
      ...{ type: 'infant_without_seat', firstName: 'Cy', email: '', phone: '' },
      dateOfBirth: `${new Date().getFullYear() - 1}-12-31`,
    },
  ]);
  await goToSeats(view.user);
  return view;
}

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
    const { user } = await openSeats(undefined, () =>
      respondTo(getSeatMaps, () => errorResponse('PROVIDER_UNAVAILABLE')),
    );
    expect(await screen.findByText('Seat Selection Unavailable')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeTruthy();
  });

  it('[SEAT-03] [LIMIT-02] says why there is no map, and loads it on request', async () => {
    serveBooking(oneAdultOffer());
    const refuse = (code: 'PROVIDER_UNAVAILABLE' | 'TOO_MANY_REQUESTS' | 'SEARCH_BUSY') =>
      respondTo(getSeatMaps, () => errorResponse(code, { headers: { 'retry-after': '600' } }));
    refuse('PROVIDER_UNAVAILABLE');
    const { user } = renderFilledApp();
    await goToSeats(user);
    const expectReason = (text: string) =>
      waitFor(() =>
        expect(getStatusTexts()).toContainEqual(expect.stringContaining(`Seat Selection Unavailable${text}`)),
      );
    await expectReason('The seat map could not be loaded. You can try again,');
    expect(screen.getByRole('button', { name: 'Skip Seat Selection' })).toHaveProperty('disabled', false);
    refuse('TOO_MANY_REQUESTS');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await expectReason('Many requests came from your connection, so the seat map');
    refuse('SEARCH_BUSY');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await expectReason('The site is busy right now, so the seat map');
    serveBooking(oneAdultOffer());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await findSeat(/^Seat 1A/)).toBeTruthy();
    expect(screen.queryByText('Seat Selection Unavailable')).toBeNull();
    expect(getFocused()).toBe(screen.getByRole('heading', { name: 'Bags and seats' }));
  });

  it('[PROVIDER-07] [LIMIT-02] loads busy seat maps by itself, and lets the traveller go on without seats meanwhile', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    serveBooking(oneAdultOffer());
    const seatMap = sampleSeatMap('seg_JFK_LHR_0');
    respondTo(getSeatMaps, () =>
      requestsTo(getSeatMaps).length === 1
        ? errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1' } })
        : { body: { data: [seatMap] } },
    );
    const { user } = renderFilledApp();
    await goToSeats(user);
    expect(await screen.findByText('The seat maps cannot be loaded right now')).toBeTruthy();
    expect(screen.getByText(/^Many requests came from your connection\. /)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Skip Seat Selection' })).toHaveProperty('disabled', false);
    expect(await screen.findByRole('button', { name: /^Seat 1A/ }, { timeout: 5_000 })).toBeTruthy();
    expect(screen.queryByText('The seat maps cannot be loaded right now')).toBeNull();
  });

  it('[SEAT-04] only offers to continue when the airline has no seat maps', async () => {
    const { user } = await openSeats(undefined, () => respondTo(getSeatMaps, () => ({ body: { data: [] } })));
    expect(await screen.findByText('No seat maps for this flight')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Skip Seat Selection' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeTruthy();
  });
});

it('[PAX-25] says on the seat step that the offer has expired, and leads to the results', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, router } = await openSeats();
  respondTo(verifyOffer, () => expiredOffer());
  await vi.advanceTimersByTimeAsync(31_000);
  vi.useRealTimers();
  await user.click(await screen.findByRole('button', { name: 'Search again' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
});

describe('the cabin', () => {
  it('[SEAT-01] [SEAT-02] [SEAT-05] shows segments, rows and legend, and that seat selection is optional; [SEAT-11] [SEAT-14] who chooses seats chooses them on every segment', async () => {
    const conditions = sampleConditions({ refundable: false, changeable: false });
    const { user } = await openSeats(oneAdultOffer({ slices: roundTripSlices(), conditions }));
    const legend = await screen.findByRole('list', { name: 'Legend' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Available', 'Selected', 'Unavailable']);
    const prices = within(screen.getByRole('list', { name: 'Seat prices' })).getAllByRole('listitem');
    expect(prices.map((item) => item.textContent)).toEqual(['Free', '$12.25', '$20']);
    expect(screen.getAllByRole('tab')).toHaveLength(2);
    expect(screen.getByRole('region', { name: 'Economy cabin' })).toBeTruthy();
    expect(within(screen.getByRole('grid')).getAllByRole('row')).toHaveLength(2);
    expect(screen.getByText(/Seat selection is optional/).textContent).toContain('Basic Economy Fare');
    expect(screen.getByText('Basic Economy Fare').parentElement?.textContent).toContain('may incur charges');
    expect(screen.getByRole('button', { name: 'Skip Seat Selection' })).toBeTruthy();
    await user.click(await findSeat(/^Seat 1A/));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByText('Seat Selection Required')).toBeTruthy();
    expect(screen.getByText('Please select seats for all passengers')).toBeTruthy();
    expect(getFocused()).toBe(screen.getByRole('heading', { name: 'BA100 BOS to JFK' }));
    expect(getDescription(screen.getByRole('heading', { name: 'BA100 BOS to JFK' }))).toBe(
      'BA100: 1 seat missing',
    );
    await user.click(await findSeat(/^Seat 2A/));
    expect(screen.queryByText(/missing$/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeTruthy();
  });

  it('[SEAT-11] names the flight and the number of missing seats beside it, on a single flight too, and moves the focus there each time', async () => {
    serveBooking(oneAdultOffer({ passengers: familyPassengers }));
    const { user } = await openSeatsOfFamily();
    await findSeat(/^Seat 1A/);
    expect(screen.queryByText(/missing$/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    const heading = screen.getByRole('heading', { name: 'BA100 JFK to BOS' });
    expect(getFocused()).toBe(heading);
    expect(getDescription(heading)).toBe('BA100: 2 seats missing');
    await user.click(await findSeat(/^Seat 1A/));
    expect(getDescription(heading)).toBe('BA100: 1 seat missing');
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(getFocused()).toBe(heading);
    await user.click(screen.getByRole('checkbox', { name: 'No seats on this flight' }));
    expect(screen.queryByText(/missing$/)).toBeNull();
  });

  it('[SEAT-11] [SEAT-14] says how many seats each flight has, leaves out the others with one click, and takes that away with a seat', async () => {
    const { user } = await openSeats(oneAdultOffer({ slices: roundTripSlices() }));
    const states = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
    const others = () => screen.queryByRole('button', { name: 'No seats on the others' });
    await findSeat(/^Seat 1A/);
    expect(states()).toEqual(['BA100 0 of 1', 'BA100 0 of 1']);
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(others()).toBeNull();
    await user.click(await findSeat(/^Seat 1A/));
    expect(states()).toEqual(['BA100 1 of 1', 'BA100 0 of 1']);
    expect(screen.getByText('1 of 2 flights with seats')).toBeTruthy();
    await user.click(others()!);
    await screen.findByRole('heading', { name: 'Payment' });
    expect(screen.queryByText('Seat Selection Required')).toBeNull();
    expect(getTotal()).toBe('$409.50');
    await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }));
    expect(states()).toEqual(['BA100 1 of 1', 'BA100 no seats']);
    expect(others()).toBeNull();
    await user.click(screen.getAllByRole('tab')[1]!);
    const without = () => screen.getByRole('checkbox', { name: 'No seats on this flight' });
    expect(without().getAttribute('aria-checked')).toBe('true');
    await user.click(await findSeat(/^Seat 2A/));
    expect(without().getAttribute('aria-checked')).toBe('false');
    expect(getTotal()).toBe('$421.75');
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeTruthy();
  });

  it('[SEAT-06] draws a seat without a designator as unavailable, not as a gap', async () => {
    const seatMap = sampleSeatMap('seg_JFK_LHR_0');
    const [restricted] = seatMap.cabins[0]!.rows[0]!.sections[0]!.elements;
    Object.assign(restricted!, { designator: null, available: false, available_services: [] });
    await openSeats(undefined, () => respondTo(getSeatMaps, () => ({ body: { data: [seatMap] } })));
    expect(await screen.findByRole('img', { name: 'Seat, unavailable' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Seat 1A/ })).toBeNull();
  });

  it('[SEAT-07] [SEAT-08] [SEAT-09] [SEAT-10] assigns the seat to the active passenger, activates the next one, and follows a manual change', async () => {
    serveBooking(oneAdultOffer({ passengers: familyPassengers }));
    const { user } = await openSeatsOfFamily();
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
    const { user } = await openSeats();
    (await findSeat(/^Seat 1A/)).focus();
    await user.keyboard('{ArrowRight}');
    expect(getFocused()).toBe(await findSeat(/^Seat 1B/));
    await user.keyboard('{ArrowRight}{ArrowDown} ');
    expect((await findSeat(/^Seat 2C/)).getAttribute('aria-pressed')).toBe('true');
  });

  it('[SEAT-12] [SEAT-13] [SEAT-14] sends the selected seats with payment and booking, without them when skipped, and keeps their choice', async () => {
    const { user } = await openSeats();
    await user.click(await findSeat(/^Seat 1A/));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('heading', { name: 'Payment' });
    await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }));
    expect((await findSeat(/^Seat 1A/)).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Skip Seat Selection' }));
    await screen.findByRole('heading', { name: 'Payment' });
    expect(getTotal()).toBe('$389.50');
    expect(screen.getByText(/^1A: you can take them again/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }));
    const without = await screen.findByRole('checkbox', { name: 'No seats on this flight' });
    expect(without.getAttribute('aria-checked')).toBe('true');
    expect((await findSeat(/^Seat 1A/)).getAttribute('aria-pressed')).toBe('false');
    await user.click(without);
    expect((await findSeat(/^Seat 1A/)).getAttribute('aria-pressed')).toBe('true');
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
    expect(requestsTo(processCard)[0]?.body).toMatchObject({ amount: '409.50', fareAmount: '389.50', seats });
    expect(requestsTo(createBooking)[0]?.body).toMatchObject({ seats });
  });
});

describe('extra bags', () => {
  /** A round trip with a bag out, a bag back and a cabin bag for the whole journey. */
  function serveBags() {
    const trip = oneAdultOffer({ slices: roundTripSlices() });
    const journey = trip.slices.flatMap(({ segments }) => segments.map(({ id }) => id));
    const cabinBag = { id: 'bag_cabin', type: 'cabin_bag', weight_kg: null, max_quantity: 1 } as const;
    const offer = {
      ...trip,
      bags: [
        sampleBag(trip, 0),
        sampleBag(trip, 1, { total_amount: '20.50' }),
        sampleBag(trip, 0, { ...cabinBag, segment_ids: journey, total_amount: '9.00' }),
      ],
    };
    serveBooking(offer);
    return offer;
  }
  const add = (owners: string, bag: string) =>
    screen.getByRole('button', { name: `Increase ${bag} for ${owners}` });
  const bothWays = () => screen.getByRole('checkbox', { name: 'Both ways' });

  const soldOut = () =>
    errorResponse('BAG_UNAVAILABLE', {
      details: { service_ids: ['bag_0'], new_amount: '430.00', currency: 'USD' },
    });

  async function choose(user: ReturnType<typeof renderFilledApp>['user']) {
    await goToSeats(user);
    await screen.findByRole('heading', { name: 'Extra bags' });
    await user.click(bothWays());
    await user.click(add('Ada, JFK to BOS', 'checked bag up to 23 kg'));
    await user.click(add('Ada, JFK to BOS', 'checked bag up to 23 kg'));
    await user.click(add('Ada, BOS to JFK', 'checked bag up to 23 kg'));
  }
  async function pay(user: ReturnType<typeof renderFilledApp>['user']) {
    await screen.findByRole('heading', { name: 'Payment' });
    fillCard();
    await clickCompleteBooking(user);
  }

  it('[EXTRA-01] [EXTRA-02] shows weight, price and limit by way and traveller, and sends what is not left out with payment and booking', async () => {
    serveBags();
    const { user } = renderFilledApp();
    await choose(user);
    expect(add('Ada, JFK to BOS', 'checked bag up to 23 kg').getAttribute('aria-disabled')).toBe('true');
    const [out, back] = screen.getAllByText('each, up to 2').map(({ textContent }) => textContent);
    expect([out, back]).toEqual(['$35 each, up to 2', '$20.50 each, up to 2']);
    await user.click(add('Ada, for the whole journey', 'cabin bag'));
    expect(getTotal()).toBe('$489');
    await user.click(
      screen.getByRole('button', { name: 'Decrease cabin bag for Ada, for the whole journey' }),
    );
    expect(getTotal()).toBe('$480');
    expect(screen.getByText('2 checked bags up to 23 kg, JFK to BOS').nextSibling?.textContent).toBe('$70');
    await user.click(screen.getByRole('button', { name: 'Skip Seat Selection' }));
    await pay(user);
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed' })).toBeTruthy();
    const [passenger] = within(screen.getByRole('list', { name: 'Passengers' })).getAllByRole('listitem');
    expect(passenger?.textContent).toMatch(
      /^Ada Lovelace AdultNo seat chosen2 checked bags up to 23 kg, JFK to BOS1 checked bag/,
    );
    const bags = [
      { serviceId: 'bag_0', passengerId: 'pas_1', quantity: 2 },
      { serviceId: 'bag_1', passengerId: 'pas_1', quantity: 1 },
    ];
    expect(requestsTo(processCard)[0]?.body).toMatchObject({ amount: '480.00', seats: [], bags });
    expect(requestsTo(createBooking)[0]?.body).toMatchObject({ bags, paymentDetails: { amount: '480.00' } });
  });

  it('[CARE-05] that are slow are told beside the seats, and taken when they come', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { promise, resolve } = Promise.withResolvers<void>();
    const offer = serveBags();
    respondTo(getOffer, async () => {
      await promise;
      return { body: { ...offer, listed: null, has_extras: true } };
    });
    const { user } = renderFilledApp();
    await goToSeats(user);
    await screen.findByText(/^Seat selection is optional/);
    const findNotes = () => screen.queryAllByText(staysLoading, { ignore: '[role=status]' });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(findNotes()).toHaveLength(1);
    await act(async () => resolve());
    await screen.findByRole('heading', { name: 'Extra bags' });
    expect(findNotes()).toEqual([]);
  });

  it('[EXTRA-01] [EXTRA-02] chooses the bags of both ways with one counter, whose price is that of all of them', async () => {
    serveBags();
    const { user } = renderFilledApp();
    await goToSeats(user);
    await screen.findByRole('heading', { name: 'Extra bags' });
    expect(screen.queryByRole('checkbox', { name: 'Same for all passengers' })).toBeNull();
    expect(screen.getByText('for 2 bags, up to 2 each').textContent).toBe('$55.50 for 2 bags, up to 2 each');
    await user.click(add('Ada, both ways', 'checked bag up to 23 kg'));
    expect(getTotal()).toBe('$445');
    await user.click(bothWays());
    expect(getTotal()).toBe('$445');
    await user.click(add('Ada, BOS to JFK', 'checked bag up to 23 kg'));
    expect(getTotal()).toBe('$465.50');
    await user.click(bothWays());
    expect(getTotal()).toBe('$500.50');
    expect(screen.getByText('2 checked bags up to 23 kg, JFK to BOS').nextSibling?.textContent).toBe('$70');
    expect(screen.getByText('2 checked bags up to 23 kg, BOS to JFK').nextSibling?.textContent).toBe('$41');
  });

  it('[EXTRA-01] [EXTRA-02] chooses the bags of all passengers with one counter, or of each', async () => {
    const trip = oneAdultOffer({ passengers: familyPassengers });
    const bags = ['pas_1', 'pas_2'].map((id) => sampleBag(trip, 0, { id: `bag_${id}`, passenger_ids: [id] }));
    serveBooking({ ...trip, bags });
    const { user } = await openSeatsOfFamily();
    await screen.findByRole('heading', { name: 'Extra bags' });
    await user.click(add('Ada and Bo, JFK to BOS', 'checked bag up to 23 kg'));
    expect(getTotal()).toBe('$459.50');
    await user.click(screen.getByRole('checkbox', { name: 'Same for all passengers' }));
    await user.click(add('Bo, JFK to BOS', 'checked bag up to 23 kg'));
    expect(getTotal()).toBe('$494.50');
    await user.click(screen.getByRole('button', { name: 'Skip Seat Selection' }));
    await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }));
    expect(
      screen.getByRole('checkbox', { name: 'Same for all passengers' }).getAttribute('aria-checked'),
    ).toBe('false');
  });

  it('[EXTRA-04] names what was sold out in between with the new total, keeps the rest and books it', async () => {
    const offer = serveBags();
    const { user } = renderFilledApp();
    await choose(user);
    await user.click(await findSeat(/^Seat 1A/));
    await user.click(screen.getAllByRole('tab')[1]!);
    await user.click(screen.getByRole('checkbox', { name: 'No seats on this flight' }));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    respondTo(processCard, soldOut);
    await pay(user);
    expect(await screen.findByText('Sold out in between')).toBeTruthy();
    serveBooking({ ...offer, bags: offer.bags.slice(1) });
    expect(screen.getByText(/no longer sells 2 checked bags up to 23 kg, JFK to BOS/).textContent).toContain(
      'nothing has been charged. The new total is $430.',
    );
    await findSeat(/^Seat 1A, selected for Ada/);
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await pay(user);
    await screen.findByRole('heading', { name: 'Booking Confirmed' });
    expect(requestsTo(processCard).at(-1)?.body).toMatchObject({
      ...{ amount: '430.00', bags: [{ serviceId: 'bag_1', quantity: 1 }] },
      seats: [{ seatId: 'seg_JFK_BOS_0_1A_pas_1' }],
    });
  });

  it('[SEAT-12] [EXTRA-04] sends no seats when they are skipped while the maps cannot be loaded again', async () => {
    serveBags();
    const { user } = renderFilledApp();
    await choose(user);
    for (const name of [/^Seat 1A/, /^Seat 2A/]) {
      await user.click(await findSeat(name));
      await user.click(screen.getAllByRole('tab')[1]!);
    }
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    respondTo(processCard, soldOut);
    respondTo(getSeatMaps, () => errorResponse('PROVIDER_UNAVAILABLE'));
    await pay(user);
    await screen.findByText('Seat Selection Unavailable');
    await user.click(screen.getByRole('button', { name: 'Skip Seat Selection' }));
    await pay(user);
    await waitFor(() => expect(requestsTo(processCard)).toHaveLength(2));
    expect(requestsTo(processCard)[1]?.body).toMatchObject({ seats: [] });
  });

  it('[EXTRA-04] asks before it pays the new price of a bag, and keeps what was chosen', async () => {
    const offer = serveBags();
    const { user } = renderFilledApp();
    await choose(user);
    await user.click(screen.getByRole('button', { name: 'Skip Seat Selection' }));
    respondTo(processCard, () =>
      errorResponse('AMOUNT_MISMATCH', {
        details: {
          ...{ amount: '482.00', currency: 'USD' },
          parts: { fare: offer.total_amount, seats: '0.00', bags: '107.00' },
        },
      }),
    );
    await pay(user);
    expect(await screen.findByText('The price of your bags changed')).toBeTruthy();
    const [first, second] = offer.bags;
    serveBooking({ ...offer, bags: [{ ...first!, total_amount: '36.00' }, second!] });
    await user.click(screen.getByRole('button', { name: 'Continue for $482' }));
    await waitFor(() => expect(getTotal()).toBe('$482'));
    await pay(user);
    await screen.findByRole('heading', { name: 'Booking Confirmed' });
    expect(requestsTo(processCard).at(-1)?.body).toMatchObject({
      ...{ amount: '482.00', bags: [{ serviceId: 'bag_0', quantity: 2 }, { serviceId: 'bag_1' }] },
    });
  });

  it('[STATUS-05] keeps what was chosen when the flight is opened again from the list, and says when the airline has a new offer', async () => {
    const offer = serveBags();
    const { user, unmount } = renderFilledApp();
    await choose(user);
    await user.click(await findSeat(/^Seat 1A/));
    const total = getTotal();
    unmount();
    for (const url of ['/booking?offer=off_fresh', '/booking?offer=off_cached']) {
      reloadTab();
      const view = renderApp(url);
      await view.user.click(await screen.findByRole('button', { name: 'Continue to Seats' }));
      await findSeat(/^Seat 1A, selected for Ada/);
      await waitFor(() => expect(getTotal()).toBe(total));
      await view.user.click(add('Ada, BOS to JFK', 'checked bag up to 23 kg'));
      await view.user.click(
        screen.getByRole('button', { name: 'Decrease checked bag up to 23 kg for Ada, BOS to JFK' }),
      );
      view.unmount();
    }
    expect(requestsTo(refreshOffer).at(-1)?.params).toEqual({ id: 'off_fresh' });

    reloadTab();
    serveBooking({ ...offer, id: 'off_next' });
    const view = renderApp();
    await view.user.click(await screen.findByRole('button', { name: 'Continue to Seats' }));
    expect(await screen.findByText('Please choose your seats and bags again')).toBeTruthy();
    await findSeat(/^Seat 1A/);
    expect(screen.queryByRole('button', { name: /^Seat 1A, selected/ })).toBeNull();
  });

  it('[EXTRA-01] lets the traveller go on without bags that cannot be loaded', async () => {
    const { user } = await openSeats(undefined, () =>
      respondTo(getOffer, () => errorResponse('PROVIDER_UNAVAILABLE')),
    );
    expect(await screen.findByText('Bags cannot be chosen right now')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Skip Seat Selection' }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeTruthy();
  });
});

describe('[RULE-01] seats at an exit', () => {
  /** Row 2 is at an exit, of which the airline says something. */
  function serveExitRow(offer: Offer) {
    serveBooking(offer);
    const map = sampleSeatMap(offer.slices[0]!.segments[0]!.id);
    const [, row] = map.cabins[0]!.rows;
    for (const { elements } of row!.sections)
      for (const element of elements) {
        element.name = 'Exit row seat';
        element.disclosures = ['Do not seat children in exit row seats', 'Seats do not recline'];
      }
    map.cabins[0]!.rows.splice(1, 0, {
      number: 2,
      sections: [{ elements: [{ ...row!.sections[0]!.elements[0]!, type: 'exit_row', designator: null }] }],
    });
    respondTo(getSeatMaps, () => ({ body: { data: [map] } }));
  }
  const barred = /cannot sit at an exit/;

  it('are not for the adult with an infant on the lap, though the airline sells them', async () => {
    serveExitRow(oneAdultOffer({ passengers: familyPassengers }));
    const { user } = await openSeatsOfFamily();
    await user.click(await findSeat(/^Seat 2A, unavailable/));
    expect(screen.getByText(barred).textContent).toContain('Ada');
    await user.click(screen.getByRole('button', { name: /^Bo/ }));
    expect(screen.queryByText(barred)).toBeNull();
    await user.click(await findSeat(/^Seat 2A, available/));
    expect(await findSeat(/^Seat 2A, selected for Bo/)).toBeTruthy();
  });

  it('are not for a passenger under 16', async () => {
    serveExitRow(oneAdultOffer());
    saveDraft({ passengers: [], minorsConsent: true });
    const { user } = renderFilledApp(undefined, [{ dateOfBirth: `${new Date().getFullYear() - 13}-01-31` }]);
    await goToSeats(user);
    expect(await findSeat(/^Seat 2A, unavailable/)).toBeTruthy();
    expect(await findSeat(/^Seat 1A, available/)).toBeTruthy();
  });

  it('show what the airline says of them in words, once', async () => {
    serveExitRow(oneAdultOffer());
    const { user } = renderFilledApp();
    await goToSeats(user);
    const said = await screen.findByRole('list', { name: 'What the airline says of seats' });
    expect(
      within(said)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Exit row seat: row 2Do not seat children in exit row seatsSeats do not recline']);
    expect(screen.queryByText(barred)).toBeNull();
    expect(await findSeat(/^Seat 2A, available/)).toBeTruthy();
  });
});
