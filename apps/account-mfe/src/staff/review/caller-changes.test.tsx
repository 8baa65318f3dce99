import {
  actOnBooking,
  currentUser,
  getBookingRecord,
  listReviewedLaterBags,
  quoteReviewedChange,
  searchReviewedChangeOffers,
  type BookingRecord,
  type ChangeOffer,
  type ReviewedChange,
} from '@fareline/contracts';
import { sampleBooking, sampleConditions, sampleSlice } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { addDays, today } from '@fareline/presentation/formats';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { enter, renderApp, signedIn } from '../../testing/harness.tsx';
import { createRecord } from '../../testing/review-record.ts';

const changeId = '2b5f2f0e-4f0a-4b0c-9b0e-0a0f0e0d0c0b';
const slice = sampleSlice('JFK', 'LHR', { departs: `${addDays(today(), 10)}T22:05:00` });

const offer: ChangeOffer = {
  ...{ id: 'oco_1', removed: [0], slices: [sampleSlice('JFK', 'LHR', { airlines: ['UA'] })] },
  ...{ charge_amount: '45.00', refund_amount: '0.00', credit_amount: '0.00', currency: 'USD' },
  ...{ penalty_amount: '20.00', expires_at: null, conditions: sampleConditions() },
};

type RecordedChange = BookingRecord['changes'][number];

const recordedChange = (changes: Partial<RecordedChange> = {}): RecordedChange => ({
  ...offer,
  ...{
    id: changeId,
    kind: 'flights',
    state: 'quoted',
    card: null,
    removed_slices: [],
    terms: null,
    bags: [],
  },
  ...{
    failure: null,
    refund_shares: [],
    created_at: '2026-11-20T10:00:00.000Z',
    offeredAt: '2026-11-20T10:00:00.000Z',
  },
  expires_at: new Date(Date.now() + 60_000).toISOString(),
  ...changes,
});

const quoted: ReviewedChange = {
  change: recordedChange(),
  action: 'offer_change',
  effect: 'Mails ada@example.com the link to pay it.',
};

const changeable = (changes: Partial<BookingRecord> = {}) =>
  createRecord({
    ...{ state: 'confirmed', cases: [] },
    changeOptions: { changeability: 'by_fare', slices: [0], bags: true },
    trip: sampleBooking({}, { slices: [slice] }).bookingData,
    ...changes,
  });

beforeEach(() => respondTo(currentUser, signedIn));

async function open(record: BookingRecord) {
  respondTo(getBookingRecord, () => ({ body: record }));
  const view = renderApp(`/admin/bookings/${record.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Booking ABC123' });
  return view;
}
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('[TRIP-07] a change for a caller', () => {
  it('says why flights cannot be changed, and asks the airline for bags all the same', async () => {
    respondTo(listReviewedLaterBags, () => ({ body: { bags: [] } }));
    const { user } = await open(
      changeable({ changeOptions: { changeability: 'not_allowed', slices: [], bags: true } }),
    );
    expect(region('Change flights').getByText('The flights of this fare cannot be changed.')).toBeTruthy();
    expect(region('Change flights').queryByRole('button')).toBeNull();
    expect(requestsTo(listReviewedLaterBags)).toEqual([]);
    await user.click(region('Add bags').getByRole('button', { name: 'Find bags' }));
    expect(await screen.findByText('The airline sells no bags for this trip.')).toBeTruthy();
  });

  it('shows that a price has ended beside the flights, and decides nothing', async () => {
    respondTo(searchReviewedChangeOffers, () => ({ body: { offers: [offer] } }));
    respondTo(quoteReviewedChange, () => errorResponse('BOOKING_CHANGE_OUTDATED'));
    const { user } = await open(changeable());
    await user.click(screen.getByRole('button', { name: 'Find other flights' }));
    await user.click(screen.getByRole('button', { name: 'Show other flights' }));
    await user.click(await screen.findByRole('button', { name: /^Choose / }));
    expect((await screen.findByRole('alert')).textContent).toContain('Press Show other flights');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('sends the link of what was chosen once its effect is read, and lists it as offered', async () => {
    respondTo(searchReviewedChangeOffers, () => ({ body: { offers: [offer] } }));
    respondTo(quoteReviewedChange, () => ({ body: quoted }));
    respondTo(actOnBooking, () => ({ body: changeable({ changes: [recordedChange()] }) }));
    const { user } = await open(changeable());
    await user.click(screen.getByRole('button', { name: 'Find other flights' }));
    await user.click(screen.getByRole('button', { name: 'Show other flights' }));
    await user.click(await screen.findByRole('button', { name: /^Choose / }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Offer the change?' }));
    expect(dialog.getByText(quoted.effect)).toBeTruthy();
    expect(requestsTo(actOnBooking)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Send the link to pay' }));
    expect((await screen.findByRole('region', { name: 'Changes' })).textContent).toMatch(
      /\$45 \(USD\), offered, to be paid by /,
    );
    expect(requestsTo(actOnBooking).map(({ body }) => body)).toMatchObject([
      { action: 'offer_change', changeId },
    ]);
  });

  it.each([
    [{ expires_at: '2026-11-20T10:20:00.000Z' }, /\$45 \(USD\), offered, and not paid by /],
    [
      { state: 'done', card: { brand: 'visa', last4: '4242' } } as const,
      /\$45 \(USD\) from Visa card ending 4242, done/,
    ],
    [{ state: 'failed', failure: 'The airline refuses.' } as const, /not made: The airline refuses\./],
    [{ state: 'done', charge_amount: '0.00', refund_amount: '12.00' } as const, /\$12 \(USD\) back, done/],
    [{ state: 'done', kind: 'bags', charge_amount: '0.00' } as const, /^.*Bags, .*no cost, done/],
  ])('is listed with its amount and what became of it: %o', async (changes, text) => {
    await open(changeable({ changes: [recordedChange(changes)] }));
    expect(screen.getByRole('region', { name: 'Changes' }).textContent).toMatch(text);
  });
});

describe('[LEDGER-15] changes that are made and not paid', () => {
  const bagsId = '3b5f2f0e-4f0a-4b0c-9b0e-0a0f0e0d0c0b';
  const unpaid = changeable({
    changes: [
      recordedChange({ state: 'review' }),
      recordedChange({ state: 'review', id: bagsId, kind: 'bags', offeredAt: null }),
    ],
    actions: [changeId, bagsId].flatMap((id) =>
      (['charge', 'waive', 'settle'] as const).map((action) => ({
        ...{ action, changeId: id, effect: `Does ${action}.` },
      })),
    ),
  });

  it.each([
    ['Charge the card', 'Charge the card', 'charge', {}],
    ['Waive the price of a change', 'Waive the price', 'waive', {}],
    ['Settle by hand', 'Settle now', 'settle', { amount: '0' }],
  ] as const)('are told apart: %s', async (name, confirm, action, amount) => {
    const { user } = await open(unpaid);
    respondTo(actOnBooking, () => ({ body: changeable() }));
    const buttons = region('What you can do').getAllByRole('button', { name: new RegExp(`^${name}`) });
    expect(buttons.map(({ textContent }) => textContent?.slice(name.length, name.length + 7))).toEqual([
      ' (Fligh',
      ' (Bags,',
    ]);
    await user.click(buttons[1]!);
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(new RegExp(`^Bags, Nov 20, 2026, .*: Does ${action}\\.$`))).toBeTruthy();
    const press = () => user.click(dialog.getByRole('button', { name: confirm }));
    await press();
    expect(dialog.getByText('Please say why')).toBeTruthy();
    expect(dialog.queryAllByText('Enter an amount in USD of 0 or more')).toHaveLength(
      action === 'settle' ? 1 : 0,
    );
    expect(requestsTo(actOnBooking)).toEqual([]);
    if (action === 'settle') enter(/^Amount in USD/, '0');
    enter(/^Reason/, 'Agreed by phone');
    await press();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(actOnBooking).map(({ body }) => body)).toMatchObject([
      { action, changeId: bagsId, text: 'Agreed by phone', ...amount },
    ]);
  });
});
