import { screen, waitFor, within } from '@testing-library/react';
import { addDays, formatDateFull } from '@fareline/ui-theme';
import { describe, expect, it } from 'vitest';
import { fakeServer, errorResponse } from '@fareline/tools/fake-server';
import {
  departureDay,
  oneWay,
  renderAccount,
  returnDay,
  signedIn,
  signedOut,
  trip,
} from '../testing/harness.tsx';

const list = 'GET /api/bookings';
const quoteRoute = 'POST /api/bookings/bok_1/cancellation-quote';
const cancelRoute = 'POST /api/bookings/bok_1/cancel';
const detail = (booking = trip()) => ({
  body: { ...booking, bookingData: JSON.stringify(booking.bookingData) },
});
const quote = () => ({
  body: {
    quote_id: 'quo_1',
    refund_amount: '500.00',
    refund_currency: 'USD',
    refund_to: { brand: 'Visa', last4: '4242' },
    paid_amount: '612.40',
    expires_at: null,
  },
});

function opened(more: Parameters<typeof fakeServer>[0] = {}, address = '/my-trips') {
  const server = fakeServer({
    'GET /api/auth/user': signedIn,
    [list]: () => ({ body: [trip()] }),
    'GET /api/bookings/bok_1': () => detail(),
    [quoteRoute]: quote,
    [cancelRoute]: () => ({ body: { success: true, message: 'Cancelled' } }),
    ...more,
  });
  return { server, ...renderAccount(address) };
}
const tab = (name: RegExp) => screen.findByRole('tab', { name });

describe('who may see trips', () => {
  it('[TRIPS-01] [TRIPS-02] asks a signed-out visitor to sign in, and reads no bookings', async () => {
    const { server } = opened({ 'GET /api/auth/user': signedOut });
    expect(await screen.findByText('Please sign in')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe('/register');
    expect(server.callsTo(list)).toEqual([]);
  });

  it('[TRIPS-02] never shows a 401 of the bookings call as an empty list', async () => {
    opened({ [list]: signedOut });
    expect(await screen.findByText('Your trips could not be loaded')).toBeTruthy();
    expect(screen.queryByText('No trips found')).toBeNull();
  });

  it('[TRIPS-02] does not take a current-user call that failed for a signed-out visitor', async () => {
    opened({ 'GET /api/auth/user': () => errorResponse(503, 'SERVICE_UNAVAILABLE', 'Not now.') });
    expect(await screen.findByText('Your trips cannot be shown right now')).toBeTruthy();
    expect(screen.queryByText('Please sign in')).toBeNull();
  });
});

describe('a booking from a mailed link', () => {
  const claim = 'POST /api/bookings/claim';
  it('[GUEST-05] leads a signed-out visitor through the sign-in and back with the link', async () => {
    opened({ 'GET /api/auth/user': signedOut }, '/my-trips?claim=token-of-the-mail');
    const link = await screen.findByRole('link', { name: 'Sign In' });
    expect(new URL(link.getAttribute('href') ?? '', 'http://site.test').searchParams.get('redirect')).toBe(
      '/my-trips?claim=token-of-the-mail',
    );
  });

  it('[GUEST-05] says when the link cannot be used any more', async () => {
    const { router } = opened(
      { [claim]: () => errorResponse(410, 'LINK_INVALID', 'This link has expired or was used before.') },
      '/my-trips?claim=token-of-the-mail',
    );
    expect(await screen.findByText('Booking not added')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('[GUEST-05] shows the booking even if the list was asked for before it was claimed', async () => {
    let answerFirst = () => {};
    const first = new Promise<void>((resolve) => (answerFirst = resolve));
    let asked = 0;
    opened(
      {
        [claim]: () => ({ body: { id: 'bok_1' } }),
        [list]: async () => {
          asked += 1;
          if (asked > 1) return { body: [trip()] };
          await first;
          return { body: [] };
        },
      },
      '/my-trips?claim=token-of-the-mail',
    );
    await screen.findByText('Booking added');
    answerFirst();
    expect(await screen.findByText('Upcoming (1)')).toBeTruthy();
  });

  it('[GUEST-05] claims the booking once, reads the list anew and forgets the token', async () => {
    const { server, router } = opened(
      { [claim]: () => ({ body: { id: 'bok_1' } }) },
      '/my-trips?claim=token-of-the-mail',
    );
    expect(await screen.findByText('Booking added')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(server.callsTo(claim).map((call) => call.body)).toEqual([{ token: 'token-of-the-mail' }]);
  });
});

describe('the list', () => {
  it('[TRIPS-04] says that there are none, with the way to the search', async () => {
    opened({ [list]: () => ({ body: [] }) });
    expect(await screen.findByText('No trips found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Search Flights' }).getAttribute('href')).toBe('/');
  });

  it('[TRIPS-03] says that it loads', async () => {
    let answer = () => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    opened({
      [list]: async () => {
        await wait;
        return { body: [] };
      },
    });
    expect(await screen.findByRole('heading', { name: 'My Trips' })).toBeTruthy();
    expect(screen.getByText('Loading your trips...')).toBeTruthy();
    answer();
    expect(await screen.findByText('No trips found')).toBeTruthy();
  });

  it('[TRIPS-06] says what is empty in each tab', async () => {
    const { user } = opened({ [list]: () => ({ body: [trip({ id: 'bok_9', status: 'completed' })] }) });
    await tab(/^Upcoming/);
    expect(screen.getByText('No upcoming trips')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Book a Flight' }).getAttribute('href')).toBe('/');
    await user.click(await tab(/^Cancelled/));
    expect(screen.getByText('No cancelled trips')).toBeTruthy();
  });

  it('[TRIPS-06] says so for past trips, too', async () => {
    const { user } = opened();
    await user.click(await tab(/^Past/));
    expect(screen.getByText('No past trips')).toBeTruthy();
  });

  it('[TRIPS-05] [TRIPS-10] [TRIPS-12] sorts by status with counts; only upcoming trips can be cancelled', async () => {
    const { user } = opened({
      [list]: () => ({
        body: [
          trip(),
          trip({ id: 'bok_2', status: 'pending' }),
          trip({ id: 'bok_3', status: 'completed' }),
          trip({ id: 'bok_4', status: 'cancelled' }),
        ],
      }),
    });
    expect((await tab(/^Upcoming/)).textContent).toBe('Upcoming (2)');
    expect(screen.getByText('Confirmed')).toBeTruthy();
    expect(screen.getByText('Pending')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(2);
    await user.click(await tab(/^Past \(1\)/));
    expect(screen.getByText('Completed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.click(await tab(/^Cancelled \(1\)/));
    expect(screen.getByText('Cancelled')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('[TRIPS-07] [TRIPS-08] [TRIPS-09] describes a round trip and a one-way trip', async () => {
    opened({ [list]: () => ({ body: [trip(), oneWay({ id: 'bok_2' })] }) });
    await tab(/^Upcoming/);
    const [round, single] = screen.getAllByRole('article');
    expect(round?.textContent).toContain('New York to London');
    expect(round?.textContent).toContain('Round Trip, 2 passengers, $612.40');
    expect(round?.textContent).toContain(
      `${formatDateFull(departureDay)} – ${formatDateFull(addDays(returnDay, 1))}`,
    );
    expect(single?.textContent).toContain('One Way, 1 passenger, $612.40');
    expect(single?.textContent).not.toContain('–');
  });
});

describe('the details', () => {
  const open = async (more: Parameters<typeof fakeServer>[0] = {}) => {
    const view = opened(more);
    await view.user.click(await screen.findByRole('button', { name: 'View Details' }));
    return { ...view, dialog: await screen.findByRole('dialog', { name: 'Booking Details' }) };
  };

  it('[TRIPS-13] says when they cannot be had', async () => {
    await open({
      'GET /api/bookings/bok_1': () => errorResponse(404, 'BOOKING_NOT_FOUND', 'Booking not found'),
    });
    expect(await screen.findByText('Unable to load booking details.')).toBeTruthy();
  });

  it('[TRIPS-13] says so for data that cannot be read, too', async () => {
    await open({ 'GET /api/bookings/bok_1': () => ({ body: { ...trip(), bookingData: '{' } }) });
    expect(await screen.findByText('Unable to load booking details.')).toBeTruthy();
  });

  it('[TRIPS-13] says that they load', async () => {
    let answer = () => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    const { dialog } = await open({
      'GET /api/bookings/bok_1': async () => {
        await wait;
        return detail();
      },
    });
    expect(within(dialog).getByText('Loading booking details...')).toBeTruthy();
    answer();
    expect(await within(dialog).findByText('RZPNX8')).toBeTruthy();
  });

  it('[TRIPS-19] has a notice where the ticket gives nothing back', async () => {
    const fixed = trip({}, { conditions: { ...trip().bookingData.conditions, cancellation_options: [] } });
    const { dialog } = await open({ 'GET /api/bookings/bok_1': () => detail(fixed) });
    expect(await within(dialog).findByText('Non-Refundable Ticket')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Cancel booking' })).toBeNull();
  });

  it('[TRIPS-13] gives the focus back to the button that opened it', async () => {
    const { user } = await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('View Details'));
  });

  it('[TRIPS-18] has no Cancellation section for a booking that is not confirmed', async () => {
    const { dialog } = await open({
      [list]: () => ({ body: [trip({ status: 'pending' })] }),
      'GET /api/bookings/bok_1': () => detail(trip({ status: 'pending' })),
    });
    await within(dialog).findByText('RZPNX8');
    expect(within(dialog).queryByRole('heading', { name: 'Cancellation' })).toBeNull();
  });

  it('[TRIPS-11] [TRIPS-14] [TRIPS-15] [TRIPS-16] [TRIPS-17] shows the whole booking', async () => {
    const { dialog } = await open({
      'GET /api/bookings/bok_1': () => detail(trip({ bookingReference: null })),
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

  it('[TRIPS-18] [TRIPS-19] offers to cancel what can be cancelled', async () => {
    const { user, dialog } = await open();
    await user.click(await within(dialog).findByRole('button', { name: 'Cancel booking' }));
    expect(await screen.findByRole('alertdialog', { name: 'Cancel this booking?' })).toBeTruthy();
  });
});

describe('cancelling', () => {
  const ask = async (more: Parameters<typeof fakeServer>[0] = {}) => {
    const view = opened(more);
    await view.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    return { ...view, dialog: await screen.findByRole('alertdialog') };
  };

  it('[TRIPS-12] cancels nothing without a confirmation', async () => {
    const { server, user, dialog } = await ask();
    await within(dialog).findByText('$500');
    await user.click(within(dialog).getByRole('button', { name: 'Keep booking' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.callsTo(cancelRoute)).toEqual([]);
  });

  it('[PROVIDER-40] cannot be confirmed while the amount is not known', async () => {
    const { dialog } = await ask({
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
    ['a sentence of its own', () => ({ status: 500 }), 'Something went wrong. Please try again.'],
  ])('[TRIPS-21] shows Cancellation failed with %s, and asks the airline again', async (_, answer, text) => {
    const { server, user, dialog } = await ask({ [cancelRoute]: answer });
    await user.click(await within(dialog).findByRole('button', { name: 'Yes, cancel booking' }));
    expect(await screen.findByText('Cancellation failed')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    await waitFor(() => expect(server.callsTo(quoteRoute)).toHaveLength(2));
  });

  it('[PROVIDER-40] [TRIPS-20] [TRIPS-22] shows amount and card, cancels that quote, and reads the list anew', async () => {
    const { server, user, dialog } = await ask();
    expect((await within(dialog).findByText('$500')).parentElement?.textContent).toBe(
      '$500 comes back to your Visa card ending 4242.',
    );
    expect(within(dialog).getByText('You paid $612.40.')).toBeTruthy();
    server.on(list, () => ({ body: [trip({ status: 'cancelled' })] }));
    await user.click(within(dialog).getByRole('button', { name: 'Yes, cancel booking' }));
    expect(await screen.findByText('Booking cancelled')).toBeTruthy();
    expect(screen.getByText('Your booking has been successfully cancelled.')).toBeTruthy();
    expect(await tab(/^Cancelled \(1\)/)).toBeTruthy();
    expect(server.callsTo(cancelRoute).map((call) => call.body)).toEqual([{ quote_id: 'quo_1' }]);
    const writes = server.calls.filter((call) => call.method !== 'GET').map((call) => call.path);
    expect(writes).toEqual(['/api/bookings/bok_1/cancellation-quote', '/api/bookings/bok_1/cancel']);
  });
});
