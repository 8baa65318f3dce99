import {
  currentUser,
  getBooking,
  quoteBookingChange,
  searchChangeOffers,
  type BookingChange,
  type BookingData,
  type BookingDetail,
  type ChangeOffer,
} from '@fareline/contracts';
import {
  sampleBooking,
  sampleBookingDetail,
  sampleConditions,
  sampleSlice,
} from '@fareline/contracts/testing';
import { connectionFailure, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { addDays, today } from '@fareline/presentation/formats';
import { getFocused } from '@fareline/ui-theme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp, signedIn, signedOut } from '../testing/harness.tsx';

const path = '/my-trips/bok_1/change';

const slicesInDays = (out: number, back: number) => [
  sampleSlice('JFK', 'LHR', { departs: `${addDays(today(), out)}T22:05:00` }),
  sampleSlice('LHR', 'JFK', { departs: `${addDays(today(), back)}T09:00:00` }),
];
const booked = slicesInDays(10, 20);

const offer = (id: string, changes: Partial<ChangeOffer> = {}): ChangeOffer => ({
  ...{ id, removed: [0], slices: [sampleSlice('JFK', 'LHR', { airlines: [id] })] },
  ...{ charge_amount: '0.00', refund_amount: '0.00', credit_amount: '0.00', currency: 'USD' },
  ...{ penalty_amount: '0.00', expires_at: null, conditions: sampleConditions() },
  ...changes,
});

type Options = BookingDetail['change_options'];

function open(options: Partial<Options> = {}, data: Partial<BookingData> = {}) {
  respondTo(currentUser, signedIn);
  respondTo(getBooking, () => ({
    body: sampleBookingDetail(sampleBooking({}, { slices: booked, ...data }), {
      change_options: { changeability: 'by_fare', slices: [0, 1], bags: false, ...options },
    }),
  }));
  return renderApp(path);
}

const group = (name: string) => screen.findByRole('group', { name });
const toggle = async (name: string) =>
  within(await group(name)).getByRole('checkbox', { name: 'Change this flight' });
const search = () => screen.getByRole('button', { name: 'Show other flights' });

/** Asks for other flights instead of the first ones. */
async function ask(offers: ChangeOffer[], data: Partial<BookingData> = {}) {
  respondTo(searchChangeOffers, () => ({ body: { offers } }));
  const view = open({}, data);
  await view.user.click(await toggle('New York to London'));
  await view.user.click(search());
  return view;
}
const listCosts = () =>
  screen
    .getByRole('list', { name: 'Flights to choose from' })
    .textContent.split('Choose')
    .map((text) => text.replace(/^.*whether this fare can be refunded/, ''))
    .slice(0, -1);

describe('who may change', () => {
  it('[TRIP-03] asks a signed-out visitor to sign in', async () => {
    respondTo(currentUser, signedOut);
    respondTo(getBooking, () => errorResponse('NOT_AUTHENTICATED'));
    renderApp(path);
    const link = await screen.findByRole('link', { name: 'Sign In' });
    expect(link.getAttribute('href')).toBe(`/login?redirect=${path}`);
  });

  it('[TRIP-03] says why a trip cannot be changed, with the phone', async () => {
    open({ changeability: 'departed', slices: [] });
    expect(await screen.findByRole('heading', { name: 'This flight cannot be changed here' })).toBeTruthy();
    expect(screen.getByText(/has departed, so nothing can be changed/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^\+?[\d ()-]+$/ }).getAttribute('href')).toMatch(/^tel:/);
    expect(screen.queryByRole('button', { name: 'Show other flights' })).toBeNull();
  });
});

it('[GUARD-11] says what a change waits for after a corrected address', async () => {
  respondTo(currentUser, signedIn);
  const wait = { until: '2026-12-01T14:00:00.000Z', text: 'Cancelling and changing wait.' };
  respondTo(getBooking, () => ({
    body: sampleBookingDetail(sampleBooking({}, { slices: booked }), {
      change_options: { changeability: 'by_fare', slices: [0, 1], bags: false },
      address_correction: { pending: null, wait },
    }),
  }));
  renderApp(path);
  expect(await screen.findByRole('heading', { name: 'This flight cannot be changed yet' })).toBeTruthy();
  expect(screen.getByText(/^Cancelling and changing wait/)).toBeTruthy();
});

describe('which flights', () => {
  it('[TRIP-03] a departed one cannot be chosen, and the other one is', async () => {
    open({ slices: [1] });
    expect((await group('New York to London')).textContent).toContain('This flight has departed.');
    expect(within(await group('New York to London')).queryByRole('checkbox')).toBeNull();
    expect((await toggle('London to New York')).getAttribute('aria-checked')).toBe('true');
  });

  it('[TRIP-03] none asks which one', async () => {
    const { user } = open();
    await toggle('New York to London');
    await user.click(search());
    expect((await screen.findByRole('alert')).textContent).toContain('choose which flight to change');
    await waitFor(() => expect(getFocused()?.getAttribute('role')).toBe('checkbox'));
    expect(requestsTo(searchChangeOffers)).toEqual([]);
  });

  it('[TRIP-03] a way back before the way out is refused beside its date', async () => {
    const { user } = open({}, { slices: slicesInDays(20, 10) });
    await user.click(await toggle('London to New York'));
    await user.click(search());
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Please choose a day after the flight on/,
    );
    // Not the box that stands before it. (CARE-07)
    await waitFor(() => expect(getFocused()?.getAttribute('aria-invalid')).toBe('true'));
    expect(requestsTo(searchChangeOffers)).toEqual([]);
  });

  it('[TRIP-03] are asked for with their new day and route', async () => {
    await ask([offer('VS')]);
    await screen.findByRole('heading', { name: '1 other flight' });
    expect(requestsTo(searchChangeOffers)[0]?.body).toEqual({
      slices: [{ index: 0, origin: 'JFK', destination: 'LHR', departure_date: addDays(today(), 10) }],
    });
  });
});

describe('the other flights', () => {
  it.each([
    ['no answer', connectionFailure(), 'Nothing answered. Please try again.'],
    ['a refusal', errorResponse('BOOKING_NOT_CHANGEABLE'), 'cannot be changed online'],
    ['an airline that is down', errorResponse('PROVIDER_UNAVAILABLE'), ''],
  ])('[TRIP-03] after %s can be asked for again', async (_, response, text) => {
    respondTo(searchChangeOffers, () => response);
    const { user } = open();
    await user.click(await toggle('New York to London'));
    await user.click(search());
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    respondTo(searchChangeOffers, () => ({ body: { offers: [offer('VS')] } }));
    await user.click(search());
    expect(await screen.findByRole('heading', { name: '1 other flight' })).toBeTruthy();
  });

  it('[TRIP-03] none leads to another day or the phone', async () => {
    await ask([]);
    const heading = await screen.findByRole('heading', { name: 'No other flights' });
    await waitFor(() => expect(getFocused()).toBe(heading));
    expect(screen.getByText(/Your flights stay as they are/)).toBeTruthy();
  });

  it('[TRIP-03] take the focus, the cheapest first, each with its price in words', async () => {
    await ask([
      offer('AA', { charge_amount: '83.20', penalty_amount: '50.00' }),
      offer('BB', { charge_amount: '20.00', penalty_amount: null }),
      offer('CC'),
      offer('DD', { refund_amount: '40.00', penalty_amount: '10.00' }),
      offer('EE', { credit_amount: '30.00' }),
    ]);
    const heading = await screen.findByRole('heading', { name: '5 other flights' });
    await waitFor(() => expect(getFocused()).toBe(heading));
    expect(listCosts()).toEqual([
      '$40 (USD) comes back to your card, after the airline’s fee of $10 (USD)',
      'The airline gives $30 (USD) as credit for a later flight, and nothing to your card',
      'No extra cost',
      'You pay $20 (USD)',
      'You pay $83.20 (USD), the airline’s fee of $50 (USD) included',
    ]);
    expect(screen.getByRole('region', { name: 'Other flights' }).textContent).toContain('Your flights now');
  });

  it('[RULE-03] stand as one card per flight with its fares, their rules and prices, without pointless ones', async () => {
    const fare = (id: string, name: string, charge_amount: string, conditions: object) => {
      const slice = { ...sampleSlice('JFK', 'LHR', { airlines: ['VS'] }), fare_brand_name: name };
      const included_bags = { cabin: 1, checked: 0 };
      return offer(id, {
        ...{ charge_amount, slices: [{ ...slice, included_bags }] },
        conditions: sampleConditions({ refundable: false, ...conditions }),
      });
    };
    await ask([
      fare('flex', 'Flex', '90.00', { changeable: true, refundable: true }),
      fare('basic', 'Basic', '20.00', { changeable: false }),
      fare('dear', 'Basic', '30.00', { changeable: false }),
      offer('BB', { charge_amount: '50.00' }),
    ]);
    await screen.findByRole('heading', { name: '2 other flights' });
    const [cheapest, other] = screen.getAllByRole('list', { name: 'Fares' });
    const fares = within(cheapest!).getAllByRole('listitem');
    expect(fares.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^Basic1 cabin bag included.*No changes - .*No refund - .*You pay \$20 \(USD\)Choose$/,
      ),
      expect.stringMatching(/^Flex1 cabin.*Changes allowed, fees may apply.*You pay \$90 \(USD\)Choose$/),
    ]);
    expect(other!.textContent).toContain('The airline does not say which bags are included');
    expect(other!.textContent).toContain('The airline does not say whether this fare can be changed');
    expect(within(cheapest!).getByRole('button', { name: /^Choose VS100, Flex/ })).toBeTruthy();
  });

  it('[RULE-02] say before the consent which seats and bags are given up, and that their money does not come back', async () => {
    const flight = { passenger_id: 'pas_1', segment_id: 'seg_JFK_LHR_0' };
    await ask([offer('VS')], {
      seats: [{ ...flight, designator: '12C', amount: '29.00' }],
      bags: [
        {
          ...{ passenger_id: 'pas_1', segment_ids: ['seg_JFK_LHR_0'], type: 'baggage', weight_kg: 23 },
          ...{ quantity: 1, amount: '35.00' },
        },
      ],
    });
    await screen.findByText(/^Given up with the old flights/);
    expect(screen.getByRole('region', { name: 'Other flights' }).textContent).toContain(
      'Given up with the old flights: seat 12C of Ada Lovelace on BA100 ($29); 1 checked bag up to 23 kg of Ada Lovelace, JFK to LHR ($35). The airline does not move them to the new ones. The $64 (USD) paid for them does not come back with the change: its price is all that is paid or comes back.',
    );
  });

  it('[TRIP-03] one whose price has changed says so, and another search forgets it', async () => {
    const { user } = await ask([offer('VS')]);
    respondTo(quoteBookingChange, () => errorResponse('BOOKING_CHANGE_OUTDATED'));
    await user.click(await screen.findByRole('button', { name: /^Choose VS100, / }));
    expect((await screen.findByRole('alert')).textContent).toContain('This price does not hold any more');
    await user.click(search());
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('[TRIP-03] one that is chosen is priced and leads to the consent', async () => {
    const { user, router } = await ask([offer('VS')]);
    const quoted = { id: 'chg_1' } as BookingChange;
    respondTo(quoteBookingChange, () => ({
      status: 201,
      body: {
        ...offer('VS'),
        ...{
          kind: 'flights',
          state: 'quoted',
          card: null,
          removed_slices: [],
          terms: null,
          bags: [],
          failure: null,
        },
        ...{ created_at: '2026-11-27T10:00:00Z', refund_shares: [] },
        ...quoted,
      } as BookingChange,
    }));
    await user.click(await screen.findByRole('button', { name: /^Choose VS100, / }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/booking/change/bok_1/chg_1'));
    // Back from the payment finds what was asked for.
    await act(() => router.navigate(-1));
    expect((await toggle('New York to London')).getAttribute('aria-checked')).toBe('true');
    expect(requestsTo(quoteBookingChange)[0]?.body).toEqual({ kind: 'flights', offer_id: 'VS' });
  });
});
