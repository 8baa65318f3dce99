import {
  currentUser,
  getBooking,
  listLaterBags,
  quoteBookingChange,
  type BagService,
  type BookingChange,
  type BookingData,
} from '@fareline/contracts';
import {
  sampleBooking,
  sampleBookingDetail,
  currencies,
  findRepeatedCurrency,
} from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, signedIn } from '../testing/harness.tsx';

const bag = (changes: Partial<BagService> = {}): BagService => ({
  ...{ id: 'ase_1', type: 'baggage', weight_kg: 23, passenger_ids: ['pas_1'], max_quantity: 2 },
  ...{ segment_ids: ['seg_JFK_LHR_0'], total_amount: '35.00', total_currency: 'USD' },
  ...changes,
});

function open(bags: BagService[] = [bag()], data: Partial<BookingData> = {}, isSold = true) {
  respondTo(currentUser, signedIn);
  respondTo(getBooking, () => ({
    body: sampleBookingDetail(sampleBooking({}, data), {
      change_options: { changeability: 'by_fare', slices: [0, 1], bags: isSold },
    }),
  }));
  respondTo(listLaterBags, () => ({ body: { bags } }));
  return renderApp('/my-trips/bok_1/extras');
}
const more = (user: ReturnType<typeof open>['user']) =>
  screen.findByRole('button', { name: /^Increase / }).then((button) => user.click(button));

it('[TRIP-04] of which none can be asked for, says so with the phone and asks no airline', async () => {
  open([], {}, false);
  expect(await screen.findByRole('heading', { name: 'No bags can be added here' })).toBeTruthy();
  expect(requestsTo(listLaterBags)).toEqual([]);
});

it('[TRIP-04] of which the airline sells none, leads to its site and the phone', async () => {
  open([]);
  await screen.findByRole('heading', { name: 'No bags can be added here' });
  expect(screen.getByRole('link', { name: 'britishairways.com' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^\+?[\d ()-]+$/ })).toBeTruthy();
});

it('[TRIP-04] can be loaded again after a failure', async () => {
  const { user } = open();
  respondTo(listLaterBags, () => errorResponse('BOOKING_NOT_CHANGEABLE'));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  respondTo(listLaterBags, () => ({ body: { bags: [bag()] } }));
  await user.click(retry);
  expect(await screen.findByRole('button', { name: 'Continue to payment' })).toHaveProperty('disabled', true);
});

it('[TRIP-04] that were sold meanwhile are said, and nothing was bought', async () => {
  const { user } = open();
  await more(user);
  respondTo(quoteBookingChange, () => errorResponse('BAG_UNAVAILABLE'));
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Nothing was bought/);
});

it.each(currencies)('[PROVIDER-42] name the currency of their total once: %s', async (total_currency) => {
  open([{ ...bag(), total_currency }], { total_currency });
  await screen.findByRole('button', { name: /^Increase / });
  expect(document.body.textContent).toContain(total_currency);
  expect(findRepeatedCurrency(document.body.textContent)).toBeUndefined();
});

it('[TRIP-04] show what is included and bought, and are priced as they were chosen', async () => {
  const { user, router } = open(undefined, {
    included_bags: { cabin: 1, checked: 0 },
    bags: [
      {
        ...{ passenger_id: 'pas_1', segment_ids: ['seg_LHR_AMS_0'], type: 'cabin_bag', weight_kg: null },
        ...{ quantity: 1, amount: '20.00' },
      },
    ],
  });
  await more(user);
  await more(user);
  expect(document.body.textContent).toContain('1 cabin bag included for each traveller');
  expect(screen.getByRole('list', { name: 'Bags that you have bought' }).textContent).toContain(
    'Ada: 1 cabin bag bought',
  );
  expect(document.body.textContent).toContain('Total (USD)$70');
  respondTo(quoteBookingChange, () => ({
    status: 201,
    body: {
      ...{
        id: 'chg_1',
        kind: 'bags',
        state: 'quoted',
        card: null,
        failure: null,
        refund_shares: [],
        expires_at: null,
      },
      ...{ charge_amount: '70.00', refund_amount: '0.00', credit_amount: '0.00', currency: 'USD' },
      ...{ penalty_amount: null, removed: [], removed_slices: [], slices: [], terms: null, bags: [] },
      created_at: '2026-11-27T10:00:00Z',
    } satisfies BookingChange,
  }));
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/booking/change/bok_1/chg_1'));
  expect(requestsTo(quoteBookingChange)[0]?.body).toEqual({
    kind: 'bags',
    bags: [{ serviceId: 'ase_1', passengerId: 'pas_1', quantity: 2 }],
  });
  await act(() => router.navigate(-1));
  await screen.findByRole('button', { name: /^Increase / });
  expect(document.body.textContent).toContain('Total (USD)$70');
});
