import { listBookings, type BookingListItem } from '@fareline/contracts';
import { sampleBooking } from '@fareline/contracts/testing';
import { errorResponse, respondTo } from '@fareline/tools/fake-server';
import { addDays, today } from '@fareline/presentation/formats';
import { renderElement } from '@fareline/ui-theme/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Component } from './next-trip-fragment.tsx';

/** A trip to a city in so many days. */
function createTrip(city: string, days: number, status: BookingListItem['status'] = 'confirmed') {
  const [slice] = sampleBooking().bookingData.slices;
  const departure_time = `${addDays(today(), days)}T10:00:00`;
  const destination = { ...slice!.destination, city_name: city };
  return sampleBooking({ id: city, status }, { slices: [{ ...slice!, destination, departure_time }] });
}

it.each([
  ['there is none', () => ({ body: [] }), 'No upcoming trips'],
  [
    'all are over or cancelled',
    () => ({ body: [createTrip('Rome', -1), createTrip('Oslo', 9, 'cancelled')] }),
    'No upcoming trips',
  ],
  ['they cannot be loaded', () => errorResponse('INTERNAL_ERROR'), 'Your trips could not be loaded'],
])('says so when %s', async (_case, respond, message) => {
  respondTo(listBookings, respond);
  renderElement(<Component />);
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the trip that departs next, and leads to its page', async () => {
  respondTo(listBookings, () => ({
    body: [createTrip('Rome', -1), createTrip('Oslo', 12), createTrip('Paris', 0, 'pending')],
  }));
  const { router } = renderElement(<Component />);
  expect(await screen.findByRole('heading', { name: /to Paris$/ })).toBeDefined();
  expect(screen.queryByText(/Oslo|Rome/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'View Details' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-trips/Paris'));
});
