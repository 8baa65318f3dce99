import { createBooking, type BookingResponse } from '@fareline/contracts';
import { sampleBookingResponse } from '@fareline/contracts/testing';
import { requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  clickCompleteBooking,
  fillCard,
  goToPayment,
  renderFilledApp,
  serveBooking,
} from '../testing/harness.tsx';
import { renderElement } from '@fareline/ui-theme/testing';
import { familyPassengers, oneAdultOffer, roundTripSlices } from '../testing/samples.ts';
import type { BookingSummary } from '../payment/stored-attempts.ts';
import { ConfirmationStep } from './confirmation-step.tsx';

const account = { username: 'ada.l', email: 'ada@example.com', password: 'once-Only-1' };

const getPassengers = () =>
  within(screen.getByRole('list', { name: 'Passengers' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Completes a booking of the offer with the given response. */
async function openConfirmation(booking = sampleBookingResponse(), offer = oneAdultOffer()) {
  serveBooking(offer);
  respondTo(createBooking, () => ({ body: booking }));
  const view = renderFilledApp();
  await goToPayment(view.user);
  fillCard();
  await clickCompleteBooking(view.user);
  await screen.findByRole('heading', { name: 'Booking Confirmed' });
  return view;
}

/** Shows the confirmation alone. */
const renderConfirmation = (booking: BookingResponse, summary: Partial<BookingSummary> = {}) =>
  renderElement(
    <ConfirmationStep
      summary={{
        ...{ offer: oneAdultOffer(), offerIds: [], seats: [], bags: [] },
        travellers: [{ id: 'pas_1', firstName: 'Ada', lastName: 'Lovelace' }],
        contact: { email: 'ada@example.com', phone: '+12125550142' },
        ...summary,
      }}
      booking={booking}
    />,
  );
const getDetail = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;

describe('the confirmation', () => {
  it('[CONFIRM-08] does not show the credentials again after the page is left', async () => {
    const { router, container } = await openConfirmation(
      sampleBookingResponse({ accountCreated: true, accountInfo: account }),
    );
    await router.navigate('/my-trips');
    await screen.findByText('Page /my-trips');
    await router.navigate(-1);
    await screen.findByText('This flight is booked');
    expect(container.innerHTML).not.toContain('once-Only-1');
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('once-Only-1');
  });

  it('[SEAT-12] [SEAT-14] names each flight for which a passenger has no seat, but not for an infant on a lap', async () => {
    const offer = oneAdultOffer({ slices: roundTripSlices(), passengers: familyPassengers });
    const [outbound, back] = offer.slices.flatMap(({ segments }) => segments.map(({ id }) => id));
    const seats = [
      { passengerId: 'pas_1', seatId: 's_1', designator: '1A', segmentId: outbound! },
      { passengerId: 'pas_1', seatId: 's_2', designator: '2A', segmentId: back! },
      { passengerId: 'pas_2', seatId: 's_3', designator: '2B', segmentId: back! },
    ];
    renderConfirmation(sampleBookingResponse(), {
      ...{ offer, seats },
      travellers: ['Ada', 'Bo', 'Cy'].map((firstName, index) => ({
        ...{ id: familyPassengers[index]!.id, firstName, lastName: 'Lovelace' },
      })),
    });
    expect(getPassengers()).toEqual([
      'Ada Lovelace AdultBA100 JFK to BOS: seat 1ABA100 BOS to JFK: seat 2A',
      'Bo Lovelace AdultBA100 JFK to BOS: No seat chosenBA100 BOS to JFK: seat 2B',
      'Cy Lovelace Infant',
    ]);
  });

  it('[PROVIDER-32] offers to set a password by email when the response was a retry', () => {
    renderConfirmation(
      sampleBookingResponse({ accountCreated: true, accountInfo: { ...account, password: undefined } }),
    );
    expect(screen.getByRole('link', { name: 'Set a password by email' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  it('[CONFIRM-07] [CONFIRM-10] shows new credentials after the passengers with copy buttons and a warning, and reloads the user', async () => {
    serveBooking(oneAdultOffer());
    respondTo(createBooking, () => ({
      body: sampleBookingResponse({ accountCreated: true, accountInfo: account }),
    }));
    const { user, queryClient } = renderFilledApp();
    queryClient.setQueryData(['/api/auth/user'], null);
    await goToPayment(user);
    fillCard();
    const countReads = () => queryClient.getQueryState(['/api/auth/user'])!.dataUpdateCount;
    const before = countReads();
    await clickCompleteBooking(user);
    expect(await screen.findByText(/shown only once/)).toBeTruthy();
    expect(screen.getByText('ada.l')).toBeTruthy();
    const passengers = screen.getByRole('list', { name: 'Passengers' });
    expect(passengers.compareDocumentPosition(screen.getByText('once-Only-1'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    await user.click(screen.getByRole('button', { name: 'Copy password' }));
    expect(await navigator.clipboard.readText()).toBe('once-Only-1');
    expect(screen.getByRole('button', { name: 'Copy username' })).toBeTruthy();
    expect(countReads()).toBe(before + 1);
    expect(requestsTo(createBooking)).toHaveLength(1);
  });

  it('[CONFIRM-01] [CONFIRM-02] [CONFIRM-04] [CONFIRM-05] [CONFIRM-06] [CONFIRM-07] [CONFIRM-09] [LIST-04] [PROVIDER-42] shows all details of the booking, no credentials without a new account and no earlier step', async () => {
    const offer = oneAdultOffer();
    offer.slices[0]!.segments[0]!.cabin_class = 'business';
    const booking = sampleBookingResponse({ accountCreated: false, accountInfo: account });
    const { user } = await openConfirmation(booking, offer);
    expect(screen.queryByText('Username')).toBeNull();
    expect(screen.queryByText(/shown only once/)).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: /Payment/ })).toBeNull());
    expect(screen.getByText('RZPNX8')).toBeTruthy();
    const flight = screen.getByRole('complementary', { name: 'Your flight' });
    expect(flight.textContent).toContain('JFK 09:05 – BOS 10:30');
    expect(flight.textContent).toContain('BA100');
    expect(flight.textContent).toContain('Basic · Business');
    await user.click(screen.getByRole('button', { name: 'Copy booking reference' }));
    expect(await navigator.clipboard.readText()).toBe('RZPNX8');
    expect(getDetail('Booking ID')).toBe('bok_1');
    expect(getDetail('Booked on')).toBe('Nov 20, 2026');
    expect(getDetail('Card')).toBe('Visa •••• 4242');
    expect(getDetail('Total paid')).toBe('$389.50 (USD)');
    expect(getPassengers()).toEqual(['Ada Lovelace AdultNo seat chosen']);
    expect(getDetail('Email')).toBe('ada@example.com');
    expect(getDetail('Phone')).toBe('+12125550142');
    expect(getDetail('Passengers')).toBe('1 adult');
    expect(screen.getByText('Total (USD)').nextSibling?.textContent).toBe('$389.50');
    expect(screen.getByRole('link', { name: 'View My Trips' }).getAttribute('href')).toBe('/my-trips');
    expect(screen.getByRole('link', { name: 'Book Another Flight' }).getAttribute('href')).toBe('/');
  });

  it('[CONFIRM-03] derives the reference from the order id when the airline sent none', () => {
    renderConfirmation(sampleBookingResponse({ bookingReference: null }));
    expect(screen.getByText('ABCDEFGH')).toBeTruthy();
  });
});
