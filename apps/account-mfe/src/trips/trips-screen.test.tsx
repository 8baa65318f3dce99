import { screen, waitFor, within } from '@testing-library/react';
import { addDays, formatDateFull } from '@fareline/ui-theme';
import { describe, expect, it } from 'vitest';
import { fakeServer, errorResponse } from '@fareline/tools/fake-server';
import {
  departureDay,
  oneWayBooking,
  renderAccount,
  returnDay,
  signedIn,
  signedOut,
  sampleBooking,
} from '../testing/harness.tsx';

const list = 'GET /api/bookings';
const quoteRoute = 'POST /api/bookings/bok_1/cancellation-quote';
const cancelRoute = 'POST /api/bookings/bok_1/cancel';
const detailResponse = (booking = sampleBooking()) => ({
  body: { ...booking, bookingData: JSON.stringify(booking.bookingData) },
});
const quoteResponse = () => ({
  body: {
    quote_id: 'quo_1',
    refund_amount: '500.00',
    refund_currency: 'USD',
    refund_to: { brand: 'Visa', last4: '4242' },
    paid_amount: '612.40',
    expires_at: null,
  },
});

function openTrips(overrides: Parameters<typeof fakeServer>[0] = {}, url = '/my-trips') {
  const server = fakeServer({
    'GET /api/auth/user': signedIn,
    [list]: () => ({ body: [sampleBooking()] }),
    'GET /api/bookings/bok_1': () => detailResponse(),
    [quoteRoute]: quoteResponse,
    [cancelRoute]: () => ({ body: { success: true, message: 'Cancelled' } }),
    ...overrides,
  });
  return { server, ...renderAccount(url) };
}
const findTab = (name: RegExp) => screen.findByRole('tab', { name });

describe('access to the trips', () => {
  it('[TRIPS-01] [TRIPS-02] asks a signed-out visitor to sign in and requests no bookings', async () => {
    const { server } = openTrips({ 'GET /api/auth/user': signedOut });
    expect(await screen.findByText('Please sign in')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe('/register');
    expect(server.callsTo(list)).toEqual([]);
  });

  it('[TRIPS-02] shows an error, not an empty list, when the bookings call returns 401', async () => {
    openTrips({ [list]: signedOut });
    expect(await screen.findByText('Your trips could not be loaded')).toBeTruthy();
    expect(screen.queryByText('No trips found')).toBeNull();
  });

  it('[TRIPS-02] shows an error, not the sign-in, when the current-user call fails', async () => {
    openTrips({ 'GET /api/auth/user': () => errorResponse(503, 'SERVICE_UNAVAILABLE', 'Not now.') });
    expect(await screen.findByText('Your trips cannot be shown right now')).toBeTruthy();
    expect(screen.queryByText('Please sign in')).toBeNull();
  });
});

describe('a claim link', () => {
  const claim = 'POST /api/bookings/claim';
  it('[GUEST-05] keeps the claim link as return path of the sign-in for a signed-out visitor', async () => {
    openTrips({ 'GET /api/auth/user': signedOut }, '/my-trips?claim=mailed-token');
    const link = await screen.findByRole('link', { name: 'Sign In' });
    expect(new URL(link.getAttribute('href') ?? '', 'http://site.test').searchParams.get('redirect')).toBe(
      '/my-trips?claim=mailed-token',
    );
  });

  it('[GUEST-05] shows that the booking was not added when the link is invalid', async () => {
    const { router } = openTrips(
      { [claim]: () => errorResponse(410, 'LINK_INVALID', 'This link has expired or was used before.') },
      '/my-trips?claim=mailed-token',
    );
    expect(await screen.findByText('Booking not added')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('[GUEST-05] shows the booking even if the list was requested before the claim', async () => {
    let respondFirst = () => {};
    const firstResponse = new Promise<void>((resolve) => (respondFirst = resolve));
    let requests = 0;
    openTrips(
      {
        [claim]: () => ({ body: { id: 'bok_1' } }),
        [list]: async () => {
          requests += 1;
          if (requests > 1) return { body: [sampleBooking()] };
          await firstResponse;
          return { body: [] };
        },
      },
      '/my-trips?claim=mailed-token',
    );
    await screen.findByText('Booking added');
    respondFirst();
    expect(await screen.findByText('Upcoming (1)')).toBeTruthy();
  });

  it('[GUEST-05] claims the booking once and removes the token from the URL', async () => {
    const { server, router } = openTrips(
      { [claim]: () => ({ body: { id: 'bok_1' } }) },
      '/my-trips?claim=mailed-token',
    );
    expect(await screen.findByText('Booking added')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(server.callsTo(claim).map((call) => call.body)).toEqual([{ token: 'mailed-token' }]);
  });
});

describe('the list', () => {
  it('[TRIPS-04] shows an empty state with a link to the search', async () => {
    openTrips({ [list]: () => ({ body: [] }) });
    expect(await screen.findByText('No trips found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Search Flights' }).getAttribute('href')).toBe('/');
  });

  it('[TRIPS-03] shows a loading state', async () => {
    let respond = () => {};
    const response = new Promise<void>((resolve) => (respond = resolve));
    openTrips({
      [list]: async () => {
        await response;
        return { body: [] };
      },
    });
    expect(await screen.findByRole('heading', { name: 'My Trips' })).toBeTruthy();
    expect(screen.getByText('Loading your trips...')).toBeTruthy();
    respond();
    expect(await screen.findByText('No trips found')).toBeTruthy();
  });

  it('[TRIPS-06] shows an empty state for upcoming and cancelled trips', async () => {
    const { user } = openTrips({
      [list]: () => ({ body: [sampleBooking({ id: 'bok_9', status: 'completed' })] }),
    });
    await findTab(/^Upcoming/);
    expect(screen.getByText('No upcoming trips')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Book a Flight' }).getAttribute('href')).toBe('/');
    await user.click(await findTab(/^Cancelled/));
    expect(screen.getByText('No cancelled trips')).toBeTruthy();
  });

  it('[TRIPS-06] shows an empty state for past trips', async () => {
    const { user } = openTrips();
    await user.click(await findTab(/^Past/));
    expect(screen.getByText('No past trips')).toBeTruthy();
  });

  it('[TRIPS-05] [TRIPS-10] [TRIPS-12] groups trips by status with counts; only upcoming trips can be cancelled', async () => {
    const { user } = openTrips({
      [list]: () => ({
        body: [
          sampleBooking(),
          sampleBooking({ id: 'bok_2', status: 'pending' }),
          sampleBooking({ id: 'bok_3', status: 'completed' }),
          sampleBooking({ id: 'bok_4', status: 'cancelled' }),
        ],
      }),
    });
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

  it('[TRIPS-07] [TRIPS-08] [TRIPS-09] shows a round trip and a one-way trip', async () => {
    openTrips({ [list]: () => ({ body: [sampleBooking(), oneWayBooking({ id: 'bok_2' })] }) });
    await findTab(/^Upcoming/);
    const [roundTrip, oneWay] = screen.getAllByRole('article');
    expect(roundTrip?.textContent).toContain('New York to London');
    expect(roundTrip?.textContent).toContain('Round Trip, 2 passengers, $612.40');
    expect(roundTrip?.textContent).toContain(
      `${formatDateFull(departureDay)} – ${formatDateFull(addDays(returnDay, 1))}`,
    );
    expect(oneWay?.textContent).toContain('One Way, 1 passenger, $612.40');
    expect(oneWay?.textContent).not.toContain('–');
  });
});

describe('the details', () => {
  const openDetails = async (overrides: Parameters<typeof fakeServer>[0] = {}) => {
    const view = openTrips(overrides);
    await view.user.click(await screen.findByRole('button', { name: 'View Details' }));
    return { ...view, dialog: await screen.findByRole('dialog', { name: 'Booking Details' }) };
  };

  it('[TRIPS-13] shows an error when the details cannot be loaded', async () => {
    await openDetails({
      'GET /api/bookings/bok_1': () => errorResponse(404, 'BOOKING_NOT_FOUND', 'Booking not found'),
    });
    expect(await screen.findByText('Unable to load booking details.')).toBeTruthy();
  });

  it('[TRIPS-13] shows an error when the details cannot be parsed', async () => {
    await openDetails({
      'GET /api/bookings/bok_1': () => ({ body: { ...sampleBooking(), bookingData: '{' } }),
    });
    expect(await screen.findByText('Unable to load booking details.')).toBeTruthy();
  });

  it('[TRIPS-13] shows a loading state', async () => {
    let respond = () => {};
    const response = new Promise<void>((resolve) => (respond = resolve));
    const { dialog } = await openDetails({
      'GET /api/bookings/bok_1': async () => {
        await response;
        return detailResponse();
      },
    });
    expect(within(dialog).getByText('Loading booking details...')).toBeTruthy();
    respond();
    expect(await within(dialog).findByText('RZPNX8')).toBeTruthy();
  });

  it('[TRIPS-19] shows a notice for a non-refundable ticket', async () => {
    const nonRefundable = sampleBooking(
      {},
      { conditions: { ...sampleBooking().bookingData.conditions, cancellation_options: [] } },
    );
    const { dialog } = await openDetails({ 'GET /api/bookings/bok_1': () => detailResponse(nonRefundable) });
    expect(await within(dialog).findByText('Non-Refundable Ticket')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Cancel booking' })).toBeNull();
  });

  it('[TRIPS-13] returns the focus to the button that opened the dialog', async () => {
    const { user } = await openDetails();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('View Details'));
  });

  it('[TRIPS-18] shows no Cancellation section for a booking that is not confirmed', async () => {
    const { dialog } = await openDetails({
      [list]: () => ({ body: [sampleBooking({ status: 'pending' })] }),
      'GET /api/bookings/bok_1': () => detailResponse(sampleBooking({ status: 'pending' })),
    });
    await within(dialog).findByText('RZPNX8');
    expect(within(dialog).queryByRole('heading', { name: 'Cancellation' })).toBeNull();
  });

  it('[TRIPS-11] [TRIPS-14] [TRIPS-15] [TRIPS-16] [TRIPS-17] shows all details of the booking', async () => {
    const { dialog } = await openDetails({
      'GET /api/bookings/bok_1': () => detailResponse(sampleBooking({ bookingReference: null })),
    });
    expect(await within(dialog).findByText('ABCDEFGH')).toBeTruthy();
    expect(within(dialog).getByText('Confirmed')).toBeTruthy();
    const out = within(dialog).getByRole('region', { name: 'Outbound' }).textContent;
    expect(out).toContain('22:05 New York (JFK)');
    expect(out).toContain('10:30+1 London (LHR)');
    expect(out).toContain('Non-stop');
    expect(within(dialog).getByRole('region', { name: 'Return' }).textContent).toContain('1 stop(s)');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Ada Lovelace Adult', 'Bo Lovelace Infant']);
  });

  it('[TRIPS-18] [TRIPS-19] offers the cancellation of a refundable booking', async () => {
    const { user, dialog } = await openDetails();
    await user.click(await within(dialog).findByRole('button', { name: 'Cancel booking' }));
    expect(await screen.findByRole('alertdialog', { name: 'Cancel this booking?' })).toBeTruthy();
  });
});

describe('the cancellation', () => {
  const openCancelDialog = async (overrides: Parameters<typeof fakeServer>[0] = {}) => {
    const view = openTrips(overrides);
    await view.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    return { ...view, dialog: await screen.findByRole('alertdialog') };
  };

  it('[TRIPS-12] sends no cancellation without a confirmation', async () => {
    const { server, user, dialog } = await openCancelDialog();
    await within(dialog).findByText('$500');
    await user.click(within(dialog).getByRole('button', { name: 'Keep booking' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.callsTo(cancelRoute)).toEqual([]);
  });

  it('[PROVIDER-40] cannot be confirmed while the refund is unknown', async () => {
    const { dialog } = await openCancelDialog({
      [quoteRoute]: () =>
        errorResponse(409, 'BOOKING_NOT_CANCELLABLE', 'This booking cannot be cancelled online.'),
    });
    expect(await within(dialog).findByText(/^This booking cannot be cancelled online\./)).toBeTruthy();
    expect(within(dialog).getByRole('link').getAttribute('href')).toMatch(/^tel:\+\d+$/);
    expect(within(dialog).queryByRole('button', { name: 'Yes, cancel booking' })).toBeNull();
  });

  it.each([
    [
      'the server message',
      () => errorResponse(409, 'CANCELLATION_QUOTE_CHANGED', 'The airline changed what comes back.'),
      'The airline changed what comes back.',
    ],
    ['a default message', () => ({ status: 500 }), 'Something went wrong. Please try again.'],
  ])('[TRIPS-21] shows Cancellation failed with %s, and requests a new quote', async (_, response, text) => {
    const { server, user, dialog } = await openCancelDialog({ [cancelRoute]: response });
    await user.click(await within(dialog).findByRole('button', { name: 'Yes, cancel booking' }));
    expect(await screen.findByText('Cancellation failed')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    await waitFor(() => expect(server.callsTo(quoteRoute)).toHaveLength(2));
  });

  it('[PROVIDER-40] [TRIPS-20] [TRIPS-22] shows refund and card, cancels with that quote, and reloads the list', async () => {
    const { server, user, dialog } = await openCancelDialog();
    expect((await within(dialog).findByText('$500')).parentElement?.textContent).toBe(
      '$500 comes back to your Visa card ending 4242.',
    );
    expect(within(dialog).getByText('You paid $612.40.')).toBeTruthy();
    server.on(list, () => ({ body: [sampleBooking({ status: 'cancelled' })] }));
    await user.click(within(dialog).getByRole('button', { name: 'Yes, cancel booking' }));
    expect(await screen.findByText('Booking cancelled')).toBeTruthy();
    expect(screen.getByText('Your booking has been successfully cancelled.')).toBeTruthy();
    expect(await findTab(/^Cancelled \(1\)/)).toBeTruthy();
    expect(server.callsTo(cancelRoute).map((call) => call.body)).toEqual([{ quote_id: 'quo_1' }]);
    const writes = server.calls.filter((call) => call.method !== 'GET').map((call) => call.path);
    expect(writes).toEqual(['/api/bookings/bok_1/cancellation-quote', '/api/bookings/bok_1/cancel']);
  });
});
