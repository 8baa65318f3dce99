import {
  currentUser,
  getBooking,
  listTickets,
  mailTripCode,
  openTrip,
  openTripByLink,
} from '@fareline/contracts';
import { sampleBookingDetail } from '@fareline/contracts/testing';
import { connectionFailure, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getFocused } from '@fareline/ui-theme/testing';
import { enter, renderApp, signedOut } from '../testing/harness.tsx';
// Loaded with this file: what a test waits for does not include compiling it.
import './find-trip-screen.tsx';
import '../trips/trip-screen.tsx';

const message =
  'If a trip with this reference and name exists, we have sent a code to the email address of the booking.';
const search = { reference: 'ABC123', lastName: 'Byron' };

async function openFind() {
  respondTo(mailTripCode, () => ({ body: { success: true as const, message } }));
  const view = renderApp('/find-trip');
  await screen.findByRole('heading', { level: 1, name: 'Find your trip' });
  return view;
}

async function openCode() {
  const view = await openFind();
  enter('Booking reference', search.reference);
  enter('Last name of a passenger', search.lastName);
  await view.user.click(screen.getByRole('button', { name: 'Send the code' }));
  await screen.findByRole('heading', { level: 1, name: 'Enter the code' });
  return view;
}

async function sendCode(code: string) {
  const view = await openCode();
  enter('Code of 6 digits', code);
  await view.user.click(screen.getByRole('button', { name: 'Open the trip' }));
  return view;
}

function respondWithTrip() {
  respondTo(currentUser, signedOut);
  respondTo(getBooking, () => ({ body: sampleBookingDetail() }));
  respondTo(listTickets, () => ({ body: { state: 'awaited' as const, tickets: [] } }));
}

/** The focus follows in an effect, which a busy machine runs later. */
const expectFocusOnCode = () =>
  waitFor(() => expect(getFocused()).toBe(screen.getByLabelText('Code of 6 digits')));

describe('[TRIP-06] asking for a code', () => {
  it('names what is missing and sends nothing', async () => {
    const { user } = await openFind();
    await user.click(screen.getByRole('button', { name: 'Send the code' }));
    expect(await screen.findByText('Please enter your booking reference')).toBeTruthy();
    expect(screen.getByText('Please enter the last name of a passenger')).toBeTruthy();
    expect(requestsTo(mailTripCode)).toEqual([]);
  });

  it('says when it was not sent, and when it can be asked for again', async () => {
    const { user } = await openFind();
    respondTo(mailTripCode, () => connectionFailure());
    enter('Booking reference', search.reference);
    enter('Last name of a passenger', search.lastName);
    const send = screen.getByRole('button', { name: 'Send the code' });
    await user.click(send);
    expect(await screen.findByText('Not sent')).toBeTruthy();
    respondTo(mailTripCode, () => errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '40' } }));
    await user.click(send);
    expect(await screen.findByText(/You can try again in/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Find your trip' })).toBeTruthy();
  });

  it('sends what was entered and goes on to the code, whether there is a trip or not', async () => {
    await openCode();
    expect(requestsTo(mailTripCode).map(({ body }) => body)).toEqual([search]);
    expect(screen.getByText(/^If a trip with the reference/).textContent).toMatch(
      /ABC123 and the name Byron exists, we have sent a code/,
    );
    await expectFocusOnCode();
  });
});

describe('[TRIP-06] the code', () => {
  it('is not sent without 6 digits', async () => {
    await sendCode('12345');
    expect(await screen.findByText('Please enter the 6 digits of the code')).toBeTruthy();
    expect(requestsTo(openTrip)).toEqual([]);
  });

  it('says beside the field when it opens nothing', async () => {
    respondTo(openTrip, () => errorResponse('CODE_INVALID'));
    await sendCode('123456');
    expect(await screen.findByText(/^Not opened: This code does not open a trip/)).toBeTruthy();
    await expectFocusOnCode();
  });

  it('says when nothing answers', async () => {
    respondTo(openTrip, () => connectionFailure());
    await sendCode('123456');
    expect(await screen.findByText('Not opened')).toBeTruthy();
  });

  it('[CARE-03] is asked for again, and stays the same', async () => {
    const { user } = await openCode();
    await user.click(screen.getByRole('button', { name: 'Send the code again' }));
    expect(await screen.findByText('Please look into your mailbox')).toBeTruthy();
    expect(requestsTo(mailTripCode).map(({ body }) => body)).toEqual([search, search]);
  });

  it('opens the trip, also with spaces', async () => {
    respondWithTrip();
    respondTo(openTrip, () => ({ body: { id: 'bok_1' } }));
    await sendCode('123 456');
    expect(await screen.findByRole('heading', { level: 1, name: 'New York to London' })).toBeTruthy();
    expect(requestsTo(openTrip).map(({ body }) => body)).toEqual([{ ...search, code: '123456' }]);
  });
});

describe('[CARE-03] the mailed link', () => {
  const token = 'x'.repeat(43);
  async function press() {
    const view = renderApp(`/find-trip#${token}`);
    await view.user.click(await screen.findByRole('button', { name: 'Open the trip' }));
    return view;
  }

  it('opens the trip with a press, and is in the history no more', async () => {
    respondWithTrip();
    respondTo(openTripByLink, () => ({ body: { id: 'bok_1' } }));
    const { router } = await press();
    expect(await screen.findByRole('heading', { level: 1, name: 'New York to London' })).toBeTruthy();
    expect(requestsTo(openTripByLink).map(({ body }) => body)).toEqual([{ token }]);
    expect(router.state.location).toMatchObject({ pathname: '/my-trips/bok_1', hash: '' });
  });

  it('leads to the search when it opens nothing', async () => {
    respondTo(openTripByLink, () => errorResponse('LINK_INVALID'));
    const { user } = await press();
    expect(await screen.findByText(/^This link has expired or was used before/)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Find your trip' }));
    expect(await screen.findByLabelText('Booking reference')).toBeTruthy();
  });

  it('can be pressed again when nothing answers', async () => {
    respondTo(openTripByLink, () => connectionFailure());
    const { user } = await press();
    expect(await screen.findByText('Not opened')).toBeTruthy();
    respondWithTrip();
    respondTo(openTripByLink, () => ({ body: { id: 'bok_1' } }));
    await user.click(screen.getByRole('button', { name: 'Open the trip' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'New York to London' })).toBeTruthy();
  });
});
