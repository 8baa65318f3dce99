import { currentUser, getBooking, listBookings, listTickets, quoteCancellation } from '@fareline/contracts';
import { cancellingCases, readClaims, sampleBookingDetail } from '@fareline/contracts/testing';
import { errorResponse, respondTo } from '@fareline/tools/fake-server';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { describeBookingCancellation } from '../staff/review/review-labels.ts';
import { renderApp, signedIn } from '../testing/harness.tsx';
import { createRecord } from '../testing/review-record.ts';

it.each(cancellingCases)(
  '[RULE-04] My Trips, trip page, dialogs and support claim of a fare that is $name: $claims',
  async ({ booking, claims }) => {
    respondTo(currentUser, signedIn);
    respondTo(listBookings, () => ({ body: [booking] }));
    respondTo(getBooking, () => ({ body: sampleBookingDetail(booking) }));
    respondTo(listTickets, () => ({ body: { state: 'awaited' as const, tickets: [] } }));
    respondTo(quoteCancellation, () => errorResponse('BOOKING_NOT_CANCELLABLE'));
    const { user, router } = renderApp('/my-trips');
    const texts: Record<string, string | null> = {};
    const read = (place: HTMLElement) => place.textContent;

    await user.click(await screen.findByRole('button', { name: 'View Details' }));
    const details = within(await screen.findByRole('dialog'));
    texts['fare in the details'] = read(await details.findByRole('region', { name: 'Fare' }));
    texts['cancellation in the details'] = read(
      details.getByRole('heading', { name: 'Cancellation' }).parentElement!,
    );
    await user.keyboard('{Escape}');
    if (booking.cancellability === 'non_refundable') {
      await user.click(await screen.findByRole('button', { name: 'Cancel' }));
      texts['dialog of the card'] = read(await screen.findByRole('alertdialog'));
      await user.keyboard('{Escape}');
    }
    await router.navigate(`/my-trips/${booking.id}`);
    texts['fare of the trip'] = read(await screen.findByRole('region', { name: 'Fare' }));
    texts['cancellation of the trip'] = read(await screen.findByRole('region', { name: 'Cancellation' }));
    texts.support = describeBookingCancellation(
      createRecord({ ...booking, createdAt: booking.created_at, trip: booking.bookingData } as object),
    );
    const table = Object.entries(texts).map(([surface, text]) => [surface, readClaims(text ?? '')]);
    expect(table).toEqual(Object.keys(texts).map((surface) => [surface, claims]));
  },
);
