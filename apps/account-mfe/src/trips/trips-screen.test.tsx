import { sentence, type RenderOptions } from '@fareline/ui-theme/testing';
import {
  cancelBooking,
  claimBooking,
  currentUser,
  getBooking,
  listBookings,
  listTickets,
  login,
  quoteCancellation,
  sessionHintCookie,
  type AirlineCredit,
  type BookingListItem,
} from '@fareline/contracts';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { newBrand } from '@fareline/contracts/schemas';
import {
  sampleBooking,
  sampleBookingDetail,
  sampleConditions,
  sampleUser,
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
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { enter, renderApp, signedIn, signedOut } from '../testing/harness.tsx';

const roundTrip = sampleBooking();
const respondWithList = (...bookings: BookingListItem[]) =>
  respondTo(listBookings, () => ({ body: bookings }));
const detailResponse = (booking = roundTrip) => ({ body: sampleBookingDetail(booking) });

const cancellationQuote = {
  quote_id: 'quo_1',
  refund_amount: '500.00',
  refund_currency: 'USD',
  refund_to: { brand: 'Visa', last4: '4242' },
  paid_amount: '612.40',
  dispute: null,
  credits: [] as AirlineCredit[],
  expires_at: null,
};

/** Opens the trips of a signed-in visitor with one round trip, which can be cancelled; `prepare` replaces responses. */
function openTrips(prepare = () => {}, url = '/my-trips', options: RenderOptions = {}) {
  respondTo(currentUser, signedIn);
  respondWithList(roundTrip);
  respondTo(getBooking, () => detailResponse());
  respondTo(quoteCancellation, () => ({ body: cancellationQuote }));
  respondTo(cancelBooking, () => ({ body: { success: true as const, message: 'Cancelled' } }));
  prepare();
  return renderApp(url, options);
}
const findTab = (name: RegExp) => screen.findByRole('tab', { name });

describe('access to the trips', () => {
  it('[TRIPS-01] [TRIPS-02] asks a signed-out visitor to sign in and requests no bookings', async () => {
    openTrips(() => respondTo(currentUser, signedOut));
    expect(await screen.findByText('Please sign in')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe('/register');
    expect(requestsTo(listBookings)).toEqual([]);
  });

  it('[TRIPS-02] asks who is signed in when the page knows of no session', async () => {
    document.cookie = `${sessionHintCookie}=; max-age=0`;
    const queryClient = new QueryClient();
    queryClient.setQueryData(currentUserQueryOptions.queryKey, null);
    openTrips(undefined, '/my-trips', { queryClient });
    expect(screen.queryByText('Please sign in')).toBeNull();
    expect(await findTab(/Upcoming/)).toBeTruthy();
    expect(requestsTo(currentUser)).toHaveLength(1);
  });

  it('[CARE-05] waits for the connection of a signed-in visitor, and asks for no sign-in', async () => {
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    openTrips();
    expect(await screen.findByText('Loading your trips...')).toBeTruthy();
    expect(screen.queryByText('Please sign in')).toBeNull();
    act(() => onlineManager.setOnline(true));
    expect(await findTab(/Upcoming/)).toBeTruthy();
  });

  it('[TRIPS-02] shows an error, not an empty list, when the bookings call returns 401', async () => {
    openTrips(() => respondTo(listBookings, signedOut));
    expect(await screen.findByText('Your trips could not be loaded')).toBeTruthy();
    expect(screen.queryByText('No trips found')).toBeNull();
  });

  it('[TRIPS-02] shows an error, not the sign-in, when the current-user call fails', async () => {
    openTrips(() => respondTo(currentUser, () => errorResponse('SERVICE_UNAVAILABLE')));
    expect(await screen.findByText('Your trips cannot be shown right now')).toBeTruthy();
    expect(screen.queryByText('Please sign in')).toBeNull();
  });
});

describe('a claim link', () => {
  const claimUrl = '/my-trips?claim=mailed-token';
  const press = async ({ user }: Pick<ReturnType<typeof openTrips>, 'user'>) =>
    user.click(await screen.findByRole('button', { name: 'Add this booking' }));
  const respondWithClaim = () => respondTo(claimBooking, () => ({ body: { id: 'bok_1' } }));
  const openClaimSignedOut = () =>
    openTrips(() => {
      respondTo(currentUser, signedOut);
      respondWithClaim();
      respondTo(login, () => ({
        body: { success: true as const, message: 'Login successful', user: sampleUser() },
      }));
    }, claimUrl);
  async function signIn(user: ReturnType<typeof openTrips>['user']) {
    await screen.findByRole('heading', { name: 'Welcome Back' });
    expect(screen.queryByText(/mailed-token/)).toBeNull();
    enter('Username or email', 'ada');
    enter('Password', 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await press({ user });
    expect(await screen.findByText('Booking added')).toBeTruthy();
  }

  it('[GUEST-05] is kept, but in no URL, while a signed-out visitor signs in, and then in no entry of the history', async () => {
    const { user, router } = openClaimSignedOut();
    const link = await screen.findByRole('link', { name: 'Sign In' });
    // It is rendered again with the token once that is out of the URL.
    await waitFor(() => expect(link.getAttribute('href')).toBe('/login?redirect=/my-trips'));
    const urls = new Set<string>();
    router.subscribe(({ location }) => urls.add(location.pathname + location.search));
    await user.click(link);
    await signIn(user);
    expect(requestsTo(claimBooking).map(({ body }) => body)).toEqual([{ token: 'mailed-token' }]);
    expect([...urls].toSorted()).toEqual(['/login?redirect=/my-trips', '/my-trips']);
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/');
    await act(() => router.navigate(1));
    expect(await screen.findByRole('heading', { name: 'My Trips' })).toBeTruthy();
    expect(requestsTo(claimBooking)).toHaveLength(1);
  });

  it.each([
    ['is invalid', 'LINK_INVALID', null],
    ['is not complete', 'VALIDATION_ERROR', /^This link is not complete/],
  ] as const)('[GUEST-05] shows that the booking was not added when the link %s', async (_, code, text) => {
    const view = openTrips(() => respondTo(claimBooking, () => errorResponse(code)), claimUrl);
    const { router } = view;
    await press(view);
    expect(await screen.findByText('Booking not added')).toBeTruthy();
    if (text) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('[GUEST-05] shows the booking even if the list was requested before the claim', async () => {
    const { promise: firstResponse, resolve: respondFirst } = Promise.withResolvers<void>();
    const view = openTrips(() => {
      respondWithClaim();
      respondTo(listBookings, async () => {
        if (requestsTo(listBookings).length > 1) return { body: [roundTrip] };
        await firstResponse;
        return { body: [] };
      });
    }, claimUrl);
    await press(view);
    await screen.findByText('Booking added');
    respondFirst();
    expect(await screen.findByText('Upcoming (1)')).toBeTruthy();
    expect(requestsTo(claimBooking).map(({ body }) => body)).toEqual([{ token: 'mailed-token' }]);
  });

  it('[GUEST-05] does not bring a visitor back who has left before the response', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<void>();
    const view = openTrips(
      () =>
        respondTo(claimBooking, async () => {
          await response;
          return { body: { id: 'bok_1' } };
        }),
      claimUrl,
    );
    const { router } = view;
    await press(view);
    await waitFor(() => expect(requestsTo(claimBooking)).toHaveLength(1));
    await act(() => router.navigate('/faq'));
    respond();
    expect(await screen.findByText('Booking added')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/faq');
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('heading', { name: 'My Trips' })).toBeTruthy();
    expect(router.state.location.state).toBeNull();
    expect(requestsTo(claimBooking)).toHaveLength(1);
  });

  it('[CARE-01] adds nothing before a press', async () => {
    openTrips(respondWithClaim, claimUrl);
    await screen.findByRole('button', { name: 'Add this booking' });
    expect(await screen.findByText('Upcoming (1)')).toBeTruthy();
    expect(requestsTo(claimBooking)).toEqual([]);
  });

  it('[GUEST-05] survives a reload while nobody is signed in', async () => {
    const { router, unmount } = openTrips(() => respondTo(currentUser, signedOut), claimUrl);
    await screen.findByRole('link', { name: 'Sign In' });
    await waitFor(() => expect(router.state.location.search).toBe(''));
    const { state } = router.state.location;
    unmount();
    respondTo(currentUser, signedIn);
    respondWithClaim();
    await press(renderApp('/my-trips', { state }));
    expect(await screen.findByText('Booking added')).toBeTruthy();
    expect(requestsTo(claimBooking).map(({ body }) => body)).toEqual([{ token: 'mailed-token' }]);
  });

  it('[GUEST-05] can be tried again after a failure that is not its own', async () => {
    const view = openTrips(() => respondTo(claimBooking, () => connectionFailure()), claimUrl);
    const { user } = view;
    await press(view);
    expect(await screen.findByText('Booking not added')).toBeTruthy();
    respondWithClaim();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Booking added')).toBeTruthy();
  });
});

describe('the list', () => {
  it('[TRIPS-03] [TRIPS-04] shows a loading state, then without trips a link to the search', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<void>();
    openTrips(() =>
      respondTo(listBookings, async () => {
        await response;
        return { body: [] };
      }),
    );
    expect(await screen.findByRole('heading', { name: 'My Trips' })).toBeTruthy();
    expect(screen.getByText('Loading your trips...')).toBeTruthy();
    respond();
    expect(await screen.findByText('No trips found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Search Flights' }).getAttribute('href')).toBe('/');
  });

  it('[TRIPS-06] shows an empty state for each tab', async () => {
    const completed = sampleBooking({ id: 'bok_9', status: 'completed' });
    const { user, unmount } = openTrips(() => respondWithList(completed));
    await findTab(/^Upcoming/);
    expect(screen.getByText('No upcoming trips')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Book a Flight' }).getAttribute('href')).toBe('/');
    await user.click(await findTab(/^Cancelled/));
    expect(screen.getByText('No cancelled trips')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Book a Flight' })).toBeNull();
    unmount();
    await openTrips().user.click(await findTab(/^Past/));
    expect(screen.getByText('No past trips')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Book a Flight' })).toBeNull();
  });

  it('[TRIPS-05] [TRIPS-10] [TRIPS-12] groups trips by status with counts; only upcoming trips can be cancelled', async () => {
    const { user } = openTrips(() =>
      respondWithList(
        roundTrip,
        sampleBooking({ id: 'bok_2', status: 'pending' }),
        sampleBooking({ id: 'bok_3', status: 'completed' }),
        sampleBooking({ id: 'bok_4', status: 'cancelled' }),
      ),
    );
    expect((await findTab(/^Upcoming/)).textContent).toBe('Upcoming (2)');
    expect(screen.getByText('Confirmed')).toBeTruthy();
    expect(screen.getByText('Pending')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(2);
    await user.click(await findTab(/^Past \(1\)/));
    expect(screen.getByText('Completed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.click(await findTab(/^Cancelled \(1\)/));
    expect(screen.getByText('Cancelled')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it.each([
    ['airline_change', 'The airline waits for your answer'],
    ['changing', 'Changed by the airline'],
    ['cancelled', 'Cancellation under way'],
  ] as const)('[TRIPS-10] [TRIP-05] says what a trip waits for that is %s', async (cancellability, text) => {
    const data = {
      earlier_slices: roundTrip.bookingData.slices,
      airline_change: {
        ...{ id: 'aic_1', actions: ['accept' as const], is_cancelled: false },
        ...{ answer_by: '2026-12-01', answered_at: null },
      },
    };
    openTrips(() => respondWithList(sampleBooking({ cancellability }, data)));
    const heading = await screen.findByRole('heading', { level: 2, name: /New York to London/ });
    expect(heading.parentElement?.textContent).toMatch(new RegExp(`Confirmed${text}$`));
  });

  it('[TRIPS-07] [TRIPS-08] [TRIPS-09] shows a round trip and a one-way trip', async () => {
    const { slices, passengers } = roundTrip.bookingData;
    const oneWay = { slices: slices.slice(0, 1), passengers: passengers.slice(0, 1), total_currency: '' };
    openTrips(() => respondWithList(roundTrip, sampleBooking({ id: 'bok_2' }, oneWay)));
    await findTab(/^Upcoming/);
    const [first, second] = screen.getAllByRole('article');
    expect(first?.textContent).toContain('New York to London');
    expect(first?.textContent).toContain('Round Trip, 2 passengers, $612.40');
    expect(first?.textContent).toContain('Dec 5, 2026 – Dec 14, 2026');
    expect(second?.textContent).toContain('One Way, 1 passenger, $612.40');
    expect(second?.textContent).not.toContain('–');
  });
});

describe('the details', () => {
  const openDetails = async (prepare?: () => void) => {
    const view = openTrips(prepare);
    await view.user.click(await screen.findByRole('button', { name: 'View Details' }));
    return { ...view, dialog: await screen.findByRole('dialog', { name: 'Booking Details' }) };
  };

  it.each([
    ['loaded', errorResponse('BOOKING_NOT_FOUND')],
    ['parsed', { body: sampleBookingDetail(roundTrip, { bookingData: '{' }) }],
  ])('[TRIPS-13] shows an error when the details cannot be %s', async (_, response) => {
    await openDetails(() => respondTo(getBooking, () => response));
    expect(await screen.findByText('Unable to load booking details.')).toBeTruthy();
  });

  it('[TRIPS-13] shows a loading state, and returns the focus to the button that opened the dialog', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<void>();
    const { user, dialog } = await openDetails(() =>
      respondTo(getBooking, async () => {
        await response;
        return detailResponse();
      }),
    );
    expect(within(dialog).getByText('Loading booking details...')).toBeTruthy();
    respond();
    expect(await within(dialog).findByText('RZPNX8')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('View Details'));
  });

  it.each([
    ['non_refundable', 'Non-Refundable Ticket', false],
    ['first_24_hours', sentence(/^These 24 hours end on Nov 21, 2026, 10:00 UTC\.$/), true],
    ['departed', /^This trip has begun, so it cannot be cancelled here\./, false],
  ] as const)(
    '[TRIPS-19] [REFUND-03] says what can be cancelled: %s',
    async (cancellability, text, isOffered) => {
      const booking = sampleBooking({ cancellability });
      const { dialog } = await openDetails(() => respondTo(getBooking, () => detailResponse(booking)));
      expect(await within(dialog).findByText(text)).toBeTruthy();
      expect(within(dialog).queryAllByText('Non-Refundable Ticket')).toHaveLength(
        cancellability === 'non_refundable' ? 1 : 0,
      );
      expect(within(dialog).queryAllByRole('button', { name: 'Cancel Flight' })).toHaveLength(
        isOffered ? 1 : 0,
      );
    },
  );

  it('[TRIP-01] leads to the page of the trip', async () => {
    const { user, dialog, router } = await openDetails();
    respondTo(listTickets, () => ({ body: { state: 'awaited' as const, tickets: [] } }));
    await user.click(await within(dialog).findByRole('link', { name: 'Open trip' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'New York to London' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/my-trips/bok_1');
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('heading', { name: 'My Trips' })).toBeTruthy();
  });

  it('[TRIPS-18] shows no Cancellation section for a booking that is not confirmed', async () => {
    const pending = sampleBooking({ status: 'pending' });
    const { dialog } = await openDetails(() => {
      respondWithList(pending);
      respondTo(getBooking, () => detailResponse(pending));
    });
    await within(dialog).findByText('RZPNX8');
    expect(within(dialog).queryByRole('heading', { name: 'Cancellation' })).toBeNull();
  });

  it.each([
    ['none', 'The airline keeps the whole price of this fare, so nothing comes back.'],
    ['pending', '$500 (USD) is being refunded to your Visa card ending 4242, expected by Dec 11, 2026.'],
    [
      'paid',
      '$500 (USD) was refunded to your Visa card ending 4242. Your bank shows it by Dec 11, 2026 at the latest, in most cases.',
    ],
    [
      'owed',
      'The airline has cancelled these flights, so $500 (USD) is owed to you. We write to you when it is refunded to your Visa card ending 4242.',
    ],
    [
      'failed',
      'The refund of $500 (USD) to your Visa card ending 4242 has failed, so it is still owed to you. We write to you when it is refunded; contact us if that card is closed.',
    ],
    [
      'disputed',
      'A payment of this trip is disputed at the bank. Once that is decided, $500 (USD) is refunded to your Visa card ending 4242, unless the bank has given it back.',
    ],
    ['by_bank', 'The bank has given the payment back after a dispute, so nothing more is refunded.'],
  ] as const)('[REFUND-04] tells what became of the refund: %s', async (state, text) => {
    const card = { brand: 'visa', last4: '4242' };
    const refund = {
      ...{ amount: '500.00', currency: 'USD', card, state, expected_on: '2026-12-11' },
      ...{ returned_amount: null, advance_amount: null },
    };
    const cancelled = sampleBooking({ status: 'cancelled', refund });
    const { dialog } = await openDetails(() => respondTo(getBooking, () => detailResponse(cancelled)));
    const section = await within(dialog).findByRole('region', { name: 'Refund' });
    expect(section.textContent).toBe(`Refund${text}`);
  });

  it('[TRIPS-11] [TRIPS-14] [TRIPS-15] [TRIPS-16] [TRIPS-17] shows all details of the booking', async () => {
    const withoutReference = sampleBooking(
      { bookingReference: null },
      {
        passengers: [
          ...roundTrip.bookingData.passengers,
          { id: 'pas_3', given_name: 'Cy', family_name: 'Lovelace', type: 'child' },
        ],
      },
    );
    const { dialog } = await openDetails(() => respondTo(getBooking, () => detailResponse(withoutReference)));
    expect(await within(dialog).findByText('ABCDEFGH')).toBeTruthy();
    expect(within(dialog).getByText('Confirmed')).toBeTruthy();
    const out = within(dialog).getByRole('region', { name: 'Outbound' }).textContent;
    for (const text of ['22:05 New York (JFK)', '10:30+1 day London (LHR)', 'Non-stop', 'Airline BA BA100'])
      expect(out).toContain(text);
    const back = within(dialog).getByRole('region', { name: 'Return' }).textContent;
    for (const text of ['1 stop(s) in AMS', 'Airline BA BA101', '1h in Amsterdam (AMS)', 'No seats chosen'])
      expect(back).toContain(text);
    const passengers = within(dialog).getByRole('list', { name: 'Passengers' });
    expect(
      within(passengers)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Ada Lovelace Adult', 'Bo Lovelace Infant', 'Cy Lovelace Child']);
  });

  it('[TRIP-05] marks the flights that the airline has changed, with the times before', async () => {
    const changed = sampleBooking();
    const [outbound, inbound] = changed.bookingData.slices;
    changed.bookingData.earlier_slices = structuredClone([outbound!, inbound!]);
    const times = { departure: '2026-12-06T00:15:00', arrival: '2026-12-06T12:40:00' };
    Object.assign(outbound!, { departure_time: times.departure, arrival_time: times.arrival });
    outbound!.segments[0]!.departing_at = times.departure;
    const { dialog } = await openDetails(() => {
      respondWithList(changed);
      respondTo(getBooking, () => detailResponse(changed));
    });
    const read = (name: string) => within(dialog).getByRole('region', { name }).textContent;
    await within(dialog).findByRole('region', { name: 'Outbound' });
    expect(read('Outbound')).toContain('Changed by the airlineBefore: Sat, Dec 5, 22:05 to 10:30+1');
    expect(read('Outbound')).toContain('00:15 New York (JFK)');
    expect(read('Return')).not.toContain('Changed');
    expect(screen.getByRole('article', { hidden: true }).textContent).toContain('Changed by the airline');
  });

  it('[LIST-04] [LIST-07] [REFUND-02] shows fare, cabin, bags and refund', async () => {
    const booking = sampleBooking({}, { included_bags: { cabin: 1, checked: 1 } });
    booking.bookingData.slices[1]!.fare_brand_name = 'Flex';
    for (const { segments } of booking.bookingData.slices)
      for (const segment of segments) segment.cabin_class = 'economy';
    booking.bookingData.conditions.refund_penalty_amount = '12.40';
    booking.bookingData.conditions.refund_penalty_currency = 'USD';
    const { dialog } = await openDetails(() => respondTo(getBooking, () => detailResponse(booking)));
    const fare = (await within(dialog).findByRole('region', { name: 'Fare' })).textContent;
    expect(fare).toContain('Outbound Basic, return Flex · Economy');
    expect(fare).toContain('1 cabin bag and 1 checked bag included for each traveller with a seat');
    // The fare and the section where it is cancelled say the same.
    expect(
      within(dialog).getAllByText(sentence(/keeps a fee of \$12\.40 and \$600 comes back/)),
    ).toHaveLength(2);
  });

  it('[EXTRA-02] names the seats and bags of each passenger by flight, and the price of bags', async () => {
    const booking = sampleBooking();
    const segment_ids = booking.bookingData.slices[1]!.segments.map(({ id }) => id);
    const bag = { segment_ids, type: 'baggage', weight_kg: 23, quantity: 2, amount: '70.00' } as const;
    const passenger_id = booking.bookingData.passengers[0]!.id;
    booking.bookingData.bags = [{ ...bag, passenger_id }];
    booking.bookingData.seats = [
      { passenger_id, segment_id: booking.bookingData.slices[0]!.segments[0]!.id, designator: '12C' },
    ];
    const { dialog } = await openDetails(() => respondTo(getBooking, () => detailResponse(booking)));
    await within(dialog).findByText('RZPNX8');
    const passengers = within(dialog).getByRole('list', { name: 'Passengers' });
    expect(passengers.textContent).toContain('2 checked bags up to 23 kg, LHR to JFK ($70)');
    const lists = within(dialog).getAllByRole('list', { name: 'Seats and bags' });
    expect(lists.map(({ textContent }) => textContent)).toEqual([
      'Ada Lovelace: seat 12C',
      'Ada Lovelace: 2 checked bags up to 23 kg',
      'Ada Lovelace: 2 checked bags up to 23 kg',
    ]);
  });

  it('[LIST-04] [PROMISE-03] shows the rules of a fare that the airline does not name', async () => {
    const booking = sampleBooking();
    booking.bookingData.conditions = sampleConditions({ refundable: false, changeable: false });
    for (const slice of booking.bookingData.slices) slice.fare_brand_name = null;
    const { dialog } = await openDetails(() => respondTo(getBooking, () => detailResponse(booking)));
    await within(dialog).findByText('RZPNX8');
    const lines = within(within(dialog).getByRole('region', { name: 'Fare' })).getAllByRole('paragraph');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '',
      'No bag included',
      'No changes - the flights of this fare cannot be changed',
      'No refund - if you cancel, nothing comes back',
    ]);
  });

  it('[TRIPS-18] [TRIPS-19] offers the cancellation of a refundable booking', async () => {
    const { user, dialog } = await openDetails();
    const button = await within(dialog).findByRole('button', { name: 'Cancel Flight' });
    expect(within(dialog).getByRole('heading', { name: 'Cancellation' })).toBeTruthy();
    expect(within(dialog).queryByText('Non-Refundable Ticket')).toBeNull();
    expect(within(dialog).queryByText(/24 hours/)).toBeNull();
    await user.click(button);
    expect(await screen.findByRole('alertdialog', { name: 'Cancel this booking?' })).toBeTruthy();
  });
});

describe('the cancellation', () => {
  const openCancelDialog = async (prepare?: () => void) => {
    const view = openTrips(prepare);
    await view.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    return { ...view, dialog: await screen.findByRole('alertdialog') };
  };

  it('[TRIPS-12] sends no cancellation without a confirmation', async () => {
    const { user, dialog } = await openCancelDialog();
    await within(dialog).findByText('$500');
    await user.click(within(dialog).getByRole('button', { name: 'Keep booking' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(cancelBooking)).toEqual([]);
  });

  it('[TRIPS-12] [TRIPS-19] shows the notice for a non-refundable ticket and asks the airline nothing', async () => {
    const { user, dialog } = await openCancelDialog(() =>
      respondWithList(sampleBooking({ cancellability: 'non_refundable' })),
    );
    expect(within(dialog).getByText('Non-Refundable Ticket')).toBeTruthy();
    expect(within(dialog).getByRole('link').getAttribute('href')).toMatch(/^tel:/);
    expect(within(dialog).queryByRole('button', { name: 'Yes, cancel booking' })).toBeNull();
    expect(requestsTo(quoteCancellation)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Keep booking' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it.each([
    ['in the first 24 hours also for a non-refundable fare', { cancellability: 'first_24_hours' }],
    ['about a pending booking, which may be confirmed', { status: 'pending', cancellability: 'unconfirmed' }],
  ] as const)('[TRIPS-12] [REFUND-03] asks the airline %s', async (_, changes) => {
    const conditions = sampleConditions({ refundable: false });
    const { dialog } = await openCancelDialog(() => respondWithList(sampleBooking(changes, { conditions })));
    expect(await within(dialog).findByText('$500')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Yes, cancel booking' })).toBeTruthy();
  });

  it.each([
    [
      'open',
      '500.00',
      /^A payment of this trip is disputed at the bank. What comes back of it comes once that is decided/,
    ],
    ['lost', '0.00', /bank has given the payment back after a dispute, so nothing more is refunded/],
    ['lost', '400.00', /^The bank has given \$100 of the payment back after a dispute\.$/],
  ] as const)(
    '[LEDGER-06] says before the cancellation what a dispute that is %s means for %s',
    async (dispute, amount, text) => {
      const { dialog } = await openCancelDialog(() =>
        respondTo(quoteCancellation, () => ({
          body: {
            ...{ ...cancellationQuote, dispute, refund_amount: amount },
            bank_amount: dispute === 'lost' ? '100.00' : null,
          },
        })),
      );
      expect(await within(dialog).findByText(text)).toBeTruthy();
    },
  );

  it('[REFUND-03] says before the cancellation that the airline gives a credit, whose code comes later', async () => {
    const credit = { name: 'Travel Bank', code: null, amount: '480.00', currency: 'USD', passenger: null };
    const { dialog } = await openCancelDialog(() => {
      respondWithList(sampleBooking({ cancellability: 'as_credit' }));
      respondTo(quoteCancellation, () => ({
        body: {
          ...{ ...cancellationQuote, refund_amount: '20.00' },
          credits: [{ ...credit, expires_on: '2027-11-26' }],
        },
      }));
    });
    expect(
      await within(dialog).findByText(
        sentence(
          'The airline’s credit for a later flight: $480 (USD) (Travel Bank). It can be used until Nov 26, 2027.',
        ),
      ),
    ).toBeTruthy();
    expect(within(dialog).getByText('The code comes by email once the flights are cancelled.')).toBeTruthy();
    expect(within(dialog).getByText('$20')).toBeTruthy();
  });

  it('[PROVIDER-40] [REFUND-03] cannot be confirmed while the refund is unknown', async () => {
    const { dialog } = await openCancelDialog(() =>
      respondTo(quoteCancellation, () => errorResponse('BOOKING_NOT_CANCELLABLE')),
    );
    expect(
      (await within(dialog).findByText(/^This booking cannot be cancelled online\./)).textContent,
    ).toMatch(/Call \+1 888 555 0142$/);
    expect(screen.getByRole('alertdialog', { name: 'This booking cannot be cancelled' })).toBe(dialog);
    expect(within(dialog).queryByText('This cannot be undone.')).toBeNull();
    expect(within(dialog).getByRole('link').getAttribute('href')).toMatch(/^tel:\+\d+$/);
    expect(within(dialog).queryByRole('button', { name: 'Yes, cancel booking' })).toBeNull();
  });

  it('[GUARD-11] says what it waits for after a corrected address', async () => {
    const { dialog } = await openCancelDialog(() =>
      respondTo(quoteCancellation, () => errorResponse('ADDRESS_UNCONFIRMED')),
    );
    expect(await within(dialog).findByText(/^The email address of this booking was corrected/)).toBeTruthy();
    expect(screen.getByRole('alertdialog', { name: 'This booking cannot be cancelled yet' })).toBe(dialog);
    expect(within(dialog).queryByRole('button', { name: 'Yes, cancel booking' })).toBeNull();
  });

  it('[HOST-04] leads to the contact form when the brand has no phone', async () => {
    respondTo(currentUser, signedIn);
    respondWithList(roundTrip);
    respondTo(quoteCancellation, () => errorResponse('BOOKING_NOT_CANCELLABLE'));
    const { user } = renderApp('/my-trips', { brand: { ...newBrand, name: 'Bare' } });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect((await screen.findByRole('link', { name: 'Write to us' })).getAttribute('href')).toBe('/contact');
    expect(screen.queryByText(/call us/)).toBeNull();
  });

  it.each([
    [
      'the server message',
      errorResponse('CANCELLATION_QUOTE_CHANGED'),
      'The airline changed what comes back. Please look at the new amount.',
    ],
    ['a default message', proxyResponse(500), 'Something went wrong. Please try again.'],
  ])('[TRIPS-21] shows Cancellation failed with %s, and requests a new quote', async (_, response, text) => {
    const { user, dialog } = await openCancelDialog(() => respondTo(cancelBooking, () => response));
    await user.click(await within(dialog).findByRole('button', { name: 'Yes, cancel booking' }));
    expect(await screen.findByText('Cancellation failed')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    await waitFor(() => expect(requestsTo(quoteCancellation)).toHaveLength(2));
  });

  it('[PROVIDER-40] shows no earlier refund, and cannot be confirmed, once the airline gives no new quote', async () => {
    const { user, dialog } = await openCancelDialog(() =>
      respondTo(cancelBooking, () => errorResponse('CANCELLATION_QUOTE_CHANGED')),
    );
    await within(dialog).findByText('$500');
    respondTo(quoteCancellation, () => errorResponse('BOOKING_NOT_CANCELLABLE'));
    await user.click(within(dialog).getByRole('button', { name: 'Yes, cancel booking' }));
    await screen.findByRole('alertdialog', { name: 'This booking cannot be cancelled' });
    expect(within(dialog).queryByText('$500')).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Yes, cancel booking' })).toBeNull();
  });

  it.each(currencies)(
    '[PROVIDER-42] names the currency of what comes back once: %s',
    async (refund_currency) => {
      const { dialog } = await openCancelDialog(() =>
        respondTo(quoteCancellation, () => ({ body: { ...cancellationQuote, refund_currency } })),
      );
      await within(dialog).findByText(/comes back/);
      expect(dialog.textContent).toContain(refund_currency);
      expect(findRepeatedCurrency(dialog.textContent)).toBeUndefined();
    },
  );

  it('[PROVIDER-40] [PROVIDER-42] [TRIPS-20] [TRIPS-22] shows refund and card, cancels with that quote, and reloads the list', async () => {
    const { user, dialog } = await openCancelDialog();
    expect((await within(dialog).findByText('$500')).parentElement?.textContent).toBe(
      '$500 comes back to your Visa card ending 4242.',
    );
    expect(within(dialog).getByText(sentence('You paid $612.40 (USD).'))).toBeTruthy();
    respondWithList(sampleBooking({ status: 'cancelled' }));
    await user.click(within(dialog).getByRole('button', { name: 'Yes, cancel booking' }));
    expect(await screen.findByText('Booking cancelled')).toBeTruthy();
    expect(screen.getByText('Your booking has been successfully cancelled.')).toBeTruthy();
    expect(await findTab(/^Cancelled \(1\)/)).toBeTruthy();
    expect(requestsTo(cancelBooking).map(({ body }) => body)).toEqual([{ quote_id: 'quo_1' }]);
    const writes = allRequests()
      .filter(({ method }) => method !== 'GET')
      .map(({ path }) => path);
    expect(writes).toEqual(['/api/bookings/bok_1/cancellation-quote', '/api/bookings/bok_1/cancel']);
  });
});
