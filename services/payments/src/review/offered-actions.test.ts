// Each action that ends the state of a booking needs a booking of its own.
import { randomUUID } from 'node:crypto';
import type { BookingRecord, ReviewAction } from '@fareline/contracts';
import { actionNames } from '@fareline/contracts/schemas';
import { eventually } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { possible, startReviews, type ReviewedBooking } from '../testing/support.ts';

const { act, book, bookWithoutCapture, cancel, getRecord, quoteForSupport, untilState } =
  await startReviews();

/** What is valid for any action. */
const input = {
  ...{ text: 'Agreed by phone', amount: '1.00', quoteId: randomUUID(), changeId: randomUUID() },
  ...{ mail: 'mail_message', email: `${randomUUID()}@example.com` },
};

type PossibleAction = BookingRecord['actions'][number];

/** What a refusal says if the action is checked by more than the state of the booking. */
const refusals: Partial<Record<ReviewAction, string>> = {
  cancel: 'BOOKING_NOT_CANCELLABLE',
  accept_change: 'AIRLINE_CHANGE_OUTDATED',
  ...{ change: 'BOOKING_CHANGE_NOT_FOUND', offer_change: 'BOOKING_CHANGE_NOT_FOUND' },
  waive: 'BOOKING_CHANGE_NOT_FOUND',
};

/** Actions that leave the booking in its state. */
const lasting: readonly ReviewAction[] = ['refund', 'contact', 'write', 'resend', 'note'];

async function cancelled(): Promise<ReviewedBooking> {
  const booking = await book();
  await cancel(booking);
  await untilState(booking, 'cancelled');
  return booking;
}

async function voided(): Promise<ReviewedBooking> {
  const booking = await book('Byron', '4000000000009235');
  await act(booking, { action: 'void' });
  await untilState(booking, 'voided');
  return booking;
}

const states = {
  confirmed: book,
  'at risk': () => book('Byron', '4000000000009235'),
  'stopped at its capture': () => bookWithoutCapture(500),
  cancelled,
  voided,
};

const untilMailed = (booking: ReviewedBooking) =>
  eventually(async () => {
    const record = await getRecord(booking);
    return record.mails.every(({ sentAt }) => sentAt) && record.mails.length > 0 ? record : undefined;
  });

describe('[REVIEW-02] the actions of a booking that is', () => {
  it.each(Object.entries(states))('%s are exactly those that are offered', async (_, prepare) => {
    const booking = await prepare();
    const before = await untilMailed(booking);

    const missing = actionNames.filter((name) => !possible(before).includes(name));
    for (const action of missing) {
      // On the booking itself, as it has no change that is not paid.
      const ofBooking = ['charge', 'settle'].includes(action) && { changeId: undefined };
      const { body } = await act(booking, { ...input, ...ofBooking, action });
      expect(body.error, action).toBe(refusals[action] ?? 'ACTION_NOT_POSSIBLE');
    }
    expect(await getRecord(booking)).toEqual(before);

    const press = async (target: ReviewedBooking, { action, mail }: PossibleAction) => {
      const quoteId = action === 'cancel' ? (await quoteForSupport(target)).body.quote_id : input.quoteId;
      const { status, body } = await act(target, { ...input, changeId: undefined, mail, quoteId, action });
      expect([status, body.error], action).toEqual([200, undefined]);
    };
    const isLasting = ({ action }: PossibleAction) => lasting.includes(action);
    for (const offered of before.actions.filter(isLasting)) await press(booking, offered);
    const ending = before.actions.filter((offered) => !isLasting(offered));
    for (const [index, offered] of ending.entries())
      await press(index === 0 ? booking : await prepare(), offered);
  });
});
