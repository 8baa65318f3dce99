import {
  confirmPassword,
  actOnBooking,
  closeReviewCase,
  currentUser,
  getBookingRecord,
  joinOrphans,
  listContactCases,
  listDailyCloses,
  listReviewCases,
  planReviewCase,
  quoteReviewedCancellation,
  refundStrayCharge,
  searchBookings,
  type BookingRecord,
  type DailyClose,
  type ReviewCase,
} from '@fareline/contracts';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { enter, renderApp, signedIn } from '../../testing/harness.tsx';
import { booking, caseId, createCase, createRecord, id } from '../../testing/review-record.ts';

const respondWithCases = (cases: ReviewCase[], next: string | null = null) =>
  respondTo(listReviewCases, () => ({ body: { cases, total: cases.length, next } }));

beforeEach(() => {
  respondTo(currentUser, signedIn);
  respondWithCases([createCase()]);
  respondTo(listContactCases, () => ({ body: { cases: [], total: 0, next: null } }));
  respondTo(searchBookings, () => ({ body: { bookings: [booking], next: null } }));
  respondTo(getBookingRecord, () => ({ body: createRecord() }));
});

async function openRecord() {
  const view = renderApp(`/admin/bookings/${id}`);
  await screen.findByRole('heading', { level: 1, name: 'Booking ABC123' });
  return view;
}

const openDialog = async (user: Awaited<ReturnType<typeof openRecord>>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('alertdialog'));
};

describe('the review queue', () => {
  it('[REVIEW-01] shows what happened, how long it waits and the way to the booking', async () => {
    const other = createCase({ id, kind: 'reconciliation', subject: 'payment_unknown:pi_9', booking: null });
    respondWithCases([createCase(), other]);
    renderApp('/admin/bookings');
    expect(await screen.findByText('2 open cases')).toBeTruthy();
    expect(screen.getAllByText('open for 5 hours')).toHaveLength(2);
    expect(screen.getAllByText('The outcome of a capture is unknown.')).toHaveLength(2);
    expect(screen.getByText('payment_unknown:pi_9')).toBeTruthy();
    const [, known] = screen.getAllByRole('row');
    expect(known?.textContent).toContain('ABC123, Ada Byron, Dublin to New York, $402 (USD)');
    const link = within(known!).getByRole('link', { name: 'ABC123' });
    expect(link.getAttribute('href')).toBe(`/admin/bookings/${id}`);
  });

  it('[TRIP-07] takes a case, gives it back and says until when it must be decided', async () => {
    respondTo(planReviewCase, () => ({ body: { success: true as const, message: 'The case is planned.' } }));
    const { user } = renderApp('/admin/bookings');
    await user.click(await screen.findByRole('button', { name: 'Take the case ABC123, Booking stopped' }));
    respondWithCases([createCase({ assignee: 'ada', dueAt: new Date(Date.now() - 60_000).toISOString() })]);
    await user.click(screen.getByRole('button', { name: 'Due time of the case ABC123, Booking stopped' }));
    await user.click(await screen.findByRole('menuitem', { name: 'In a day' }));
    expect(await screen.findByText(/^open for 5 hours, taken by ada, due /)).toBeTruthy();
    expect(screen.getByText('OVERDUE')).toBeTruthy();
    await user.click(
      await screen.findByRole('button', { name: 'Give back the case ABC123, Booking stopped' }),
    );
    await waitFor(() => expect(requestsTo(planReviewCase)).toHaveLength(3));
    const [taken, due, given] = requestsTo(planReviewCase).map(({ body }) => body as { dueAt?: string });
    expect([taken, given]).toEqual([{ assignee: 'me', takenFrom: null }, { assignee: 'nobody' }]);
    expect(Date.parse(due?.dueAt ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  it('[TRIP-07] takes over the case of a colleague, and says when it was closed meanwhile', async () => {
    respondWithCases([createCase({ assignee: 'bo' })]);
    respondTo(planReviewCase, () => errorResponse('ACTION_NOT_POSSIBLE'));
    const { user } = renderApp('/admin/bookings');
    await user.click(
      await screen.findByRole('button', { name: 'Take over the case ABC123, Booking stopped' }),
    );
    expect(await screen.findByText('Not planned')).toBeTruthy();
  });

  it('[REVIEW-02] closes a case only with a reason, and says that nothing else happens', async () => {
    respondTo(closeReviewCase, () => ({ body: { success: true as const, message: 'The case is closed.' } }));
    const { user } = renderApp('/admin/bookings');
    await user.click(await screen.findByRole('button', { name: 'Close the case ABC123, Booking stopped' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/no money moves and nobody is written to/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Close case' }));
    expect(dialog.getByText('Please say why')).toBeTruthy();
    expect(requestsTo(closeReviewCase)).toHaveLength(0);
    enter('Why is it done?', 'Solved by phone');
    respondWithCases([]);
    await user.click(dialog.getByRole('button', { name: 'Close case' }));
    expect(await screen.findByText('Nothing to decide')).toBeTruthy();
    expect(requestsTo(closeReviewCase).map(({ path, body }) => [path, body])).toEqual([
      [`/api/review/cases/${caseId}/close`, { text: 'Solved by phone' }],
    ]);
  });

  it('[REVIEW-02] [GUARD-12] closes a case once the password is confirmed, and keeps its reason where it is not', async () => {
    respondTo(closeReviewCase, () =>
      requestsTo(confirmPassword).length > 0
        ? { body: { success: true as const, message: 'The case is closed.' } }
        : errorResponse('PASSWORD_REQUIRED'),
    );
    respondTo(confirmPassword, () => ({ body: { success: true as const, message: 'Confirmed' } }));
    const { user } = renderApp('/admin/bookings');
    await user.click(await screen.findByRole('button', { name: 'Close the case ABC123, Booking stopped' }));
    enter('Why is it done?', 'Solved by phone');
    await user.click(screen.getByRole('button', { name: 'Close case' }));
    const password = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await user.click(password.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Please enter your password to do this.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close case' }));
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.keyboard('correct horse 7{Enter}');
    expect(await screen.findByText('The case is closed.')).toBeTruthy();
    expect(requestsTo(closeReviewCase).map(({ body }) => body)).toEqual(
      [1, 2, 3].map(() => ({ text: 'Solved by phone' })),
    );
  });

  it('[REVIEW-02] the dialog of a case closes once the queue is loaded again, and a second press does nothing', async () => {
    respondTo(closeReviewCase, () => ({ body: { success: true as const, message: 'The case is closed.' } }));
    const { user } = renderApp('/admin/bookings');
    await user.click(await screen.findByRole('button', { name: 'Close the case ABC123, Booking stopped' }));
    enter('Why is it done?', 'Solved by phone');
    const reloaded = Promise.withResolvers<void>();
    respondTo(listReviewCases, async () => {
      await reloaded.promise;
      return { body: { cases: [], total: 0, next: null } };
    });
    const before = requestsTo(listReviewCases).length;
    await user.dblClick(screen.getByRole('button', { name: 'Close case' }));
    await waitFor(() => expect(requestsTo(listReviewCases).length).toBeGreaterThan(before));
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    reloaded.resolve();
    expect(await screen.findByText('Nothing to decide')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(requestsTo(closeReviewCase)).toHaveLength(1);
  });

  it('[REVIEW-04] what was typed about a case stays when the session has ended, and when the page is loaded again', async () => {
    respondTo(closeReviewCase, () => errorResponse('NOT_AUTHENTICATED'));
    const { user, unmount } = renderApp('/admin/bookings');
    const open = async () =>
      user.click(await screen.findByRole('button', { name: 'Close the case ABC123, Booking stopped' }));
    await open();
    enter('Why is it done?', 'Solved by phone');
    await user.click(screen.getByRole('button', { name: 'Close case' }));
    const signIn = await screen.findByRole('link', { name: 'Sign in again in a new tab' });
    expect(signIn.getAttribute('target')).toBe('_blank');
    unmount();
    renderApp('/admin/bookings');
    await open();
    expect(screen.getByLabelText('Why is it done?')).toHaveProperty('value', 'Solved by phone');
    respondTo(closeReviewCase, () => ({ body: { success: true as const, message: 'The case is closed.' } }));
    await user.click(screen.getByRole('button', { name: 'Close case' }));
    expect(await screen.findByText('The case is closed.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await open();
    expect(screen.getByLabelText('Why is it done?')).toHaveProperty('value', '');
  });

  it.each([true, false])(
    '[REFUND-02] asks of a refund by hand whether it is an advance as its case is closed: %s',
    async (isAdvance) => {
      respondTo(closeReviewCase, () => ({
        body: { success: true as const, message: 'The case is closed.' },
      }));
      respondWithCases([createCase({ kind: 'reconciliation', canBeAdvance: true })]);
      const { user } = renderApp('/admin/bookings');
      await user.click(
        await screen.findByRole('button', { name: 'Close the case ABC123, Difference at a provider' }),
      );
      const dialog = within(await screen.findByRole('alertdialog'));
      if (isAdvance) await user.click(dialog.getByRole('checkbox', { name: /^Advance: taken off/ }));
      enter('Why is it done?', 'Agreed by phone');
      await user.click(dialog.getByRole('button', { name: 'Close case' }));
      await waitFor(() =>
        expect(requestsTo(closeReviewCase).map(({ body }) => body)).toEqual([
          { text: 'Agreed by phone', ...(isAdvance && { isAdvance }) },
        ]),
      );
    },
  );

  it('[LEDGER-07] joins an order and its payment with a reason and the password, or shows why it cannot, and opens the booking', async () => {
    const lost = createCase({ kind: 'reconciliation', decisions: ['join', 'close'], booking: null });
    respondWithCases([lost, createCase({ id })]);
    respondTo(joinOrphans, () => errorResponse('ACTION_NOT_POSSIBLE'));
    respondTo(confirmPassword, () => ({ body: { success: true as const, message: 'Confirmed' } }));
    const { user } = renderApp('/admin/bookings');
    await user.click(await screen.findByRole('button', { name: /^Join into a booking for the case \w/ }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Makes a booking .* no money moves.* If its order is cancelled/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Join now' }));
    expect(dialog.getByText('Please say why')).toBeTruthy();
    enter(/^Reason/, 'Restored dump');
    await user.click(dialog.getByRole('button', { name: 'Join now' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    respondTo(joinOrphans, () =>
      requestsTo(confirmPassword).length > 0
        ? { body: { bookingId: id } }
        : errorResponse('PASSWORD_REQUIRED'),
    );
    await user.click(dialog.getByRole('button', { name: 'Join now' }));
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.keyboard('correct horse 7{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Booking ABC123' })).toBeTruthy();
    expect(requestsTo(joinOrphans).map(({ path, body }) => [path, body])).toEqual(
      [1, 2, 3].map(() => [`/api/review/cases/${caseId}/join`, { text: 'Restored dump' }]),
    );
  });

  it('[LEDGER-05] refunds a charge of no booking with a reason and the password, and offers only what the service does', async () => {
    respondWithCases([createCase({ decisions: ['refund', 'close'] }), createCase({ id, decisions: [] })]);
    respondTo(refundStrayCharge, () =>
      requestsTo(confirmPassword).length > 0
        ? { body: { success: true as const, message: 'The charge is refunded, and the case is closed.' } }
        : errorResponse('PASSWORD_REQUIRED'),
    );
    respondTo(confirmPassword, () => ({ body: { success: true as const, message: 'Confirmed' } }));
    const { user } = renderApp('/admin/bookings');
    await user.click(
      await screen.findByRole('button', { name: 'Refund the charge for the case ABC123, Booking stopped' }),
    );
    expect(screen.getAllByRole('button', { name: /^Close/, hidden: true })).toHaveLength(1);
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Pays back to the card what is left of the charge/)).toBeTruthy();
    enter(/^Reason/, 'Paid for nothing');
    await user.click(dialog.getByRole('button', { name: 'Refund now' }));
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.keyboard('correct horse 7{Enter}');
    expect(await screen.findByText('The charge is refunded, and the case is closed.')).toBeTruthy();
    expect(requestsTo(refundStrayCharge).map(({ path, body }) => [path, body])).toEqual(
      [1, 2].map(() => [`/api/review/cases/${caseId}/refund`, { text: 'Paid for nothing' }]),
    );
  });

  it('[REVIEW-04] offers a visitor whose session has ended to sign in again', async () => {
    respondTo(searchBookings, () => errorResponse('NOT_AUTHENTICATED'));
    renderApp('/admin/bookings');
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe('/login?redirect=/admin/bookings');
  });
});

describe('the search for bookings', () => {
  it('[REVIEW-04] finds by text and state, page by page', async () => {
    respondTo(searchBookings, ({ query }) => ({
      body: { bookings: query.get('text') === 'nobody' ? [] : [booking], next: '50' },
    }));
    const { user } = renderApp('/admin/bookings');
    const found = within(await screen.findByRole('region', { name: 'Find a booking' }));
    const link = await found.findByRole('link', { name: 'ABC123' });
    expect(link.getAttribute('href')).toBe(`/admin/bookings/${id}`);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(requestsTo(searchBookings).at(-1)?.query.get('cursor')).toBe('50'));
    await user.selectOptions(screen.getByLabelText('State'), 'Needs review');
    await waitFor(() =>
      expect(requestsTo(searchBookings).at(-1)?.query.toString()).toBe('state=needs_review'),
    );
    enter('Reference, id, name or email', ' nobody ');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('No bookings')).toBeTruthy();
    expect(requestsTo(searchBookings).at(-1)?.query.toString()).toBe('text=nobody&state=needs_review');
  });
});

describe('a booking for support', () => {
  it('[REVIEW-01] [PROVIDER-42] shows case, steps, money, mails and passengers', async () => {
    await openRecord();
    const read = (name: string) => screen.getByRole('region', { name }).textContent;
    expect(read('Open cases')).toContain('Booking stopped: The outcome of a capture is unknown.');
    expect(read('Steps')).toMatch(/Card held.*Needs review/);
    expect(read('Money')).toContain('Agreed$402 (USD)CardVisa card ending 4242, ChargedCard providerpi_1');
    expect(read('Money')).toContain('Airline$326.99 (USD)Orderord_1');
    expect(read('What support did')).toMatch(/Send mail again: Confirmation.*Add a note: Called the airline/);
    expect(read('Mails')).toContain('Confirmationwaiting');
    expect(read('Steps')).toMatch(/Card heldNov \d+, 2026, \d\d:\d\d (UTC|GMT)/);
    expect(read('Flights and passengers')).toMatch(/Ada Byron \(adult\)$/);
  });

  it('[RULE-06] says that the traveller has agreed to passengers who are all under 16', async () => {
    const { trip } = createRecord();
    respondTo(getBookingRecord, () => ({
      body: createRecord({ trip: { ...trip, minors_consent: true } }),
    }));
    await openRecord();
    expect(screen.getByRole('region', { name: 'Flights and passengers' }).textContent).toContain(
      'All passengers are under 16; the traveller agreed to that before paying.',
    );
  });

  it.each([
    [
      'first_24_hours',
      'Refundable fare - the airline does not say what fee it keeps, but within 24 hours of booking everything comes back if the airline agrees',
    ],
    ['by_fare', 'Refundable fare - the airline does not say what fee it keeps'],
    ['departed', 'This trip has begun, so it cannot be cancelled here.'],
  ] as const)('[REFUND-03] says what the traveller can cancel: %s', async (cancellability, text) => {
    respondTo(getBookingRecord, () => ({ body: createRecord({ cancellability }) }));
    await openRecord();
    const money = screen.getByRole('region', { name: 'Money' }).textContent;
    expect(money).toContain(`Cancelling in My Trips${text}`);
  });

  it('[REVIEW-02] names the effect of each action, and sends one decision with one id, however often it is sent', async () => {
    let attempt = 0;
    respondTo(actOnBooking, () => {
      attempt += 1;
      if (attempt === 1) return errorResponse('SERVICE_UNAVAILABLE');
      return { body: createRecord({ state: 'confirmed', cases: [], actions: [] }) };
    });
    const { user } = await openRecord();
    expect(screen.getByText('Tries again to charge the card.')).toBeTruthy();
    const dialog = await openDialog(user, 'Retry');
    expect(dialog.getByText('Tries again to charge the card.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Retry now' }));
    await dialog.findByRole('alert');
    await user.click(dialog.getByRole('button', { name: 'Retry now' }));
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const bodies = requestsTo(actOnBooking).map(({ body }) => body as { action: string; actionId: string });
    expect(bodies.map(({ action }) => action)).toEqual(['retry', 'retry']);
    expect(new Set(bodies.map(({ actionId }) => actionId)).size).toBe(1);
  });

  it('[LEDGER-06] shows the evidence of a dispute before it is sent', async () => {
    const evidence = 'Sold: EI99 DUB to JFK\nPassengers: Ada Byron (adult)';
    const actions = [{ action: 'evidence' as const, effect: 'Sends this text, once.', evidence }];
    respondTo(getBookingRecord, () => ({ body: createRecord({ actions }) }));
    respondTo(actOnBooking, () => ({ body: createRecord({ actions: [] }) }));
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Answer the dispute');
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Evidence' }).value).toBe(evidence);
    expect(dialog.getByRole('button', { name: 'Copy the evidence' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Send evidence' }));
    await waitFor(() => expect(requestsTo(actOnBooking)).toHaveLength(1));
    expect(requestsTo(actOnBooking)[0]?.body).toMatchObject({ action: 'evidence', text: '' });
  });

  it('[REVIEW-02] calls it acceptance when a booking waits before its order', async () => {
    const actions = [{ action: 'accept' as const, effect: 'Orders the flights.' }];
    const history = [{ ...createRecord().history[1]!, action: 'accept' as const, text: 'Known to us' }];
    respondTo(getBookingRecord, () => ({ body: createRecord({ state: 'risk_review', actions, history }) }));
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Accept');
    expect(dialog.getByRole('heading', { name: 'Accept?' })).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Accept the booking' })).toBeTruthy();
    expect(screen.getByText('What support did').parentElement?.textContent).toContain('Accept: Known to us');
    expect(screen.queryByText('Retry')).toBeNull();
  });

  it('[REVIEW-02] [GUARD-02] refunds only an amount that was typed, with a reason, and sends the same decision once the password is confirmed', async () => {
    respondTo(actOnBooking, () =>
      requestsTo(confirmPassword).length > 0 ? { body: createRecord() } : errorResponse('PASSWORD_REQUIRED'),
    );
    respondTo(confirmPassword, () => ({ body: { success: true as const, message: 'Confirmed' } }));
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Refund');
    await user.click(dialog.getByRole('button', { name: 'Refund now' }));
    expect(dialog.getByText('Enter an amount in USD above 0')).toBeTruthy();
    expect(dialog.getByText('Please say why')).toBeTruthy();
    // On a phone neither may be in view.
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Amount in USD/)));
    enter(/^Amount in USD/, '0.00');
    enter(/^Reason/, 'Late flight');
    await user.click(dialog.getByRole('button', { name: 'Refund now' }));
    expect(requestsTo(actOnBooking)).toHaveLength(0);
    enter(/^Amount in USD/, '12.50');
    await user.click(dialog.getByRole('button', { name: 'Refund now' }));
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.keyboard('correct horse 7{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const [first, ...others] = requestsTo(actOnBooking).map(({ body }) => body);
    expect(first).toMatchObject({ action: 'refund', amount: '12.50', text: 'Late flight' });
    expect(others).toEqual([first]);
  });

  it('[REVIEW-02] shows what was refunded, and asks before the same amount is refunded again within an hour', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const refund = { id: 're_1', amount: '20.00', state: 'succeeded' as const, by: 'mia' };
    const refunds = [
      { ...refund, at: minutesAgo(2) },
      { ...refund, amount: '30.00', at: minutesAgo(70) },
    ];
    respondTo(getBookingRecord, () => ({ body: createRecord({ refunds }) }));
    respondTo(actOnBooking, () => ({ body: createRecord() }));
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Refund');
    const before = within(dialog.getByRole('list', { name: 'Refunded before' })).getAllByRole('listitem');
    expect(before[0]?.textContent).toMatch(/^Refund \(mia\)\$20 \(USD\).*re_1, \w{3} \d/);
    enter(/^Reason/, 'Late flight');
    enter(/^Amount in USD/, '30');
    expect(dialog.queryByRole('checkbox', { name: 'It is meant to be refunded again' })).toBeNull();
    enter(/^Amount in USD/, '20');
    await user.click(dialog.getByRole('button', { name: 'Refund now' }));
    expect(requestsTo(actOnBooking)).toHaveLength(0);
    await user.click(dialog.getByRole('checkbox', { name: 'It is meant to be refunded again' }));
    await user.click(dialog.getByRole('button', { name: 'Refund now' }));
    await waitFor(() =>
      expect(requestsTo(actOnBooking)[0]?.body).toMatchObject({ amount: '20', isRepeat: true }),
    );
  });

  it('[REVIEW-02] shows what a colleague has refunded since, and asks anew for another amount', async () => {
    const refund = { id: 're_1', amount: '20.00', state: 'succeeded' as const, by: 'mia' };
    const at = new Date(Date.now() - 60_000).toISOString();
    let refunds: BookingRecord['refunds'] = [];
    respondTo(getBookingRecord, () => ({ body: createRecord({ refunds }) }));
    respondTo(actOnBooking, () => ({ body: createRecord() }));
    const { user } = await openRecord();
    refunds = [
      { ...refund, at },
      { ...refund, id: 're_2', amount: '30.00', at },
    ];
    const dialog = await openDialog(user, 'Refund');
    const before = within(await dialog.findByRole('list', { name: 'Refunded before' }));
    expect(before.getAllByRole('listitem')).toHaveLength(2);
    enter(/^Reason/, 'Late flight');
    enter(/^Amount in USD/, '20');
    await user.click(dialog.getByRole('checkbox', { name: 'It is meant to be refunded again' }));
    enter(/^Amount in USD/, '30');
    await user.click(dialog.getByRole('button', { name: 'Refund now' }));
    expect(requestsTo(actOnBooking)).toHaveLength(0);
    enter(/^Amount in USD/, '40');
    await user.click(dialog.getByRole('button', { name: 'Refund now' }));
    await waitFor(() =>
      expect(requestsTo(actOnBooking)[0]?.body).toMatchObject({ amount: '40', isRepeat: false }),
    );
  });

  it('[REVIEW-02] [CARE-05] a decision whose answer was lost is told once it is recorded', async () => {
    respondTo(actOnBooking, () => errorResponse('INTERNAL_ERROR'));
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Refund');
    enter(/^Reason/, 'Late flight');
    enter(/^Amount in USD/, '20');
    respondTo(getBookingRecord, () => {
      const { actionId = '' } = (requestsTo(actOnBooking)[0]?.body ?? {}) as { actionId?: string };
      const done = {
        action: 'refund' as const,
        text: 'Late flight',
        by: 'boss',
        at: new Date().toISOString(),
      };
      return { body: createRecord({ history: [{ ...done, id: actionId }] }) };
    });
    await user.click(dialog.getByRole('button', { name: 'Refund now' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await screen.findByText('Refund: recorded')).toBeTruthy();
  });

  it('[REVIEW-02] [REFUND-02] [LEDGER-06] cancels only with the quote that is shown, which says a dispute, and shows the new one when it has changed', async () => {
    const actions = [{ action: 'cancel' as const, effect: 'Cancels the flights at the airline.' }];
    const change = { state: 'confirmed', cancellability: 'first_24_hours', actions } as const;
    respondTo(getBookingRecord, () => ({ body: createRecord(change) }));
    let refund = '252.01';
    respondTo(quoteReviewedCancellation, () => ({
      body: {
        ...{ quote_id: refund === '252.01' ? id : caseId, refund_amount: refund, refund_currency: 'USD' },
        ...{ refund_to: { brand: 'visa', last4: '4242' }, paid_amount: '402.00', expires_at: null },
        ...{ airline_refund_amount: '177.00', markup_amount: '75.01' },
        advance_amount: refund === '252.01' ? '0.00' : '20.00',
        dispute: 'open' as const,
        credits: [
          {
            ...{ name: 'Travel Bank', code: null, amount: '177.00', currency: 'USD' },
            ...{ passenger: 'Ada Byron', expires_on: null },
          },
        ],
      },
    }));
    respondTo(actOnBooking, () => {
      if (refund !== '252.01') return { body: createRecord({ state: 'cancelling', actions: [] }) };
      refund = '232.01';
      return errorResponse('CANCELLATION_QUOTE_CHANGED');
    });
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Cancel the booking');
    const read = async () => (await dialog.findByRole('list', { name: 'Quote' })).textContent;
    expect(await read()).toBe(
      'RuleRefundable fare - the airline does not say what fee it keeps, but within 24 hours of booking everything comes back if the airline agreesPaid$402 (USD)Order at the airline$326.99 (USD)Markup$75.01 (USD)' +
        'Airline gives back$177 (USD)DisputeWaits for a decision, nothing of this payment is refunded until thenAirline credit for Ada Byron$177 (USD), Travel BankComes back to Visa card ending 4242$252.01 (USD)',
    );
    enter(/^Reason/, 'Called us');
    await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
    await waitFor(async () => expect(await read()).toContain('$232.01'));
    expect(await read()).toContain('Paid back in advance$20 (USD)');
    expect(dialog.getByRole('alert')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(actOnBooking).map(({ body }) => body)).toMatchObject([
      { action: 'cancel', quoteId: id, text: 'Called us' },
      { action: 'cancel', quoteId: caseId },
    ]);
  });

  it('[REVIEW-02] shows no earlier quote, and cannot cancel, once the airline gives no new one', async () => {
    const actions = [{ action: 'cancel' as const, effect: 'Cancels the flights at the airline.' }];
    respondTo(getBookingRecord, () => ({ body: createRecord({ state: 'confirmed', actions }) }));
    respondTo(quoteReviewedCancellation, () => ({
      body: {
        ...{ quote_id: id, refund_amount: '252.01', refund_currency: 'USD', refund_to: null, credits: [] },
        ...{ paid_amount: '402.00', expires_at: null, airline_refund_amount: '177.00' },
        ...{ markup_amount: '75.01', advance_amount: '0.00' },
      },
    }));
    respondTo(actOnBooking, () => {
      respondTo(quoteReviewedCancellation, () => errorResponse('BOOKING_NOT_CANCELLABLE'));
      return errorResponse('CANCELLATION_QUOTE_CHANGED');
    });
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Cancel the booking');
    await dialog.findByRole('list', { name: 'Quote' });
    enter(/^Reason/, 'Called us');
    await user.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
    await waitFor(() => expect(dialog.queryByRole('list', { name: 'Quote' })).toBeNull());
    await dialog.findByRole('alert');
    expect(dialog.queryByRole('button', { name: 'Cancel the booking' })).toBeNull();
  });

  it('[REVIEW-02] offers no cancellation when the airline gives no quote', async () => {
    const actions = [{ action: 'cancel' as const, effect: 'Cancels the flights at the airline.' }];
    respondTo(getBookingRecord, () => ({ body: createRecord({ state: 'confirmed', actions }) }));
    respondTo(quoteReviewedCancellation, () => errorResponse('BOOKING_NOT_CANCELLABLE'));
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Cancel the booking');
    expect(await dialog.findByRole('alert')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Cancel the booking' })).toBeNull();
  });

  it('[LEDGER-05] settles by hand with amount and reason, also 0', async () => {
    const actions = [{ action: 'settle' as const, effect: 'Ends the booking as confirmed.' }];
    respondTo(getBookingRecord, () => ({ body: createRecord({ actions }) }));
    respondTo(actOnBooking, () => ({ body: createRecord({ state: 'confirmed', actions: [] }) }));
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Settle by hand');
    await user.click(dialog.getByRole('button', { name: 'Settle now' }));
    expect(dialog.getByText('Please say why')).toBeTruthy();
    enter(/^Amount in USD/, '0');
    enter(/^Reason/, 'A gift');
    await user.click(dialog.getByRole('button', { name: 'Settle now' }));
    await waitFor(() =>
      expect(requestsTo(actOnBooking).map(({ body }) => body)).toMatchObject([
        { action: 'settle', amount: '0', text: 'A gift' },
      ]),
    );
  });

  it('[TRIP-07] accepts for a caller the change by the airline that is shown', async () => {
    respondTo(actOnBooking, () => errorResponse('AIRLINE_CHANGE_OUTDATED'));
    const effect = 'Tells the airline that the traveller takes the new flights.';
    const actions = [{ action: 'accept_change' as const, effect, changeId: 'aic_1' }];
    respondTo(getBookingRecord, () => ({ body: createRecord({ actions }) }));
    const { user } = await openRecord();
    const dialog = await openDialog(user, 'Accept the new flights');
    expect(dialog.getByText(effect)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Accept for the traveller' }));
    expect(await dialog.findByText(/has changed the flights again/)).toBeTruthy();
    expect(requestsTo(actOnBooking)[0]?.body).toMatchObject({ action: 'accept_change', changeId: 'aic_1' });
  });

  async function openAction(action: 'contact' | 'write', name: string) {
    const record = createRecord({ actions: [{ action, effect: `Does ${action}.` }] });
    for (const endpoint of [getBookingRecord, actOnBooking]) respondTo(endpoint, () => ({ body: record }));
    const { user } = await openRecord();
    return { user, dialog: await openDialog(user, name) };
  }

  it('[TRIP-07] writes a message to the traveller, never an empty one', async () => {
    const { user, dialog } = await openAction('write', 'Write to the traveller');
    const submit = () => user.click(dialog.getByRole('button', { name: 'Send message' }));
    await submit();
    expect(dialog.getByText('Please write a message')).toBeTruthy();
    enter('Message', 'Your seats are 12A and 12B.');
    await submit();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(actOnBooking)).toMatchObject([
      { body: { action: 'write', text: 'Your seats are 12A and 12B.' } },
    ]);
  });

  it('[TRIP-07] changes where mails go, to a valid address and with a reason', async () => {
    const { user, dialog } = await openAction('contact', 'Change the email address');
    const submit = () => user.click(dialog.getByRole('button', { name: 'Change the address' }));
    enter('New email address', 'ada@');
    await submit();
    expect(dialog.getByText('Please enter a valid email address')).toBeTruthy();
    expect(dialog.getByText('Please say why')).toBeTruthy();
    enter('New email address', ' ada@example.net');
    enter('Reason', 'A letter was missing');
    await submit();
    await waitFor(() => expect(requestsTo(actOnBooking)).toHaveLength(1));
    expect(requestsTo(actOnBooking)[0]?.body).toMatchObject({
      ...{ action: 'contact', email: 'ada@example.net', text: 'A letter was missing' },
    });
  });

  it('[GUARD-11] says that a corrected address is pending, and what waits for the one before', async () => {
    const until = '2026-12-01T14:00:00.000Z';
    const addressCorrection = { pending: 'ada@example.net', former: 'ada@example.com', until };
    respondTo(getBookingRecord, () => ({ body: createRecord({ addressCorrection }) }));
    await openRecord();
    expect(screen.getByText(/ada@example\.net \(pending\)/)).toBeTruthy();
    expect(screen.getByText(/^ada@example\.net is pending: all mails wait/)).toBeTruthy();
    expect(screen.getByText(/unless ada@example\.com says yes/)).toBeTruthy();
  });

  it('[REVIEW-02] shows why an action is not possible any more, and loads the booking again', async () => {
    respondTo(actOnBooking, () => errorResponse('ACTION_NOT_POSSIBLE'));
    const { user } = await openRecord();
    const before = requestsTo(getBookingRecord).length;
    const dialog = await openDialog(user, 'Send mail again (Confirmation)');
    await user.click(dialog.getByRole('button', { name: 'Send again (Confirmation)' }));
    expect(await dialog.findByText(/not possible any more/)).toBeTruthy();
    expect(requestsTo(actOnBooking)[0]?.body).toMatchObject({ action: 'resend', mail: 'mail_confirmed' });
    await waitFor(() => expect(requestsTo(getBookingRecord).length).toBeGreaterThan(before));
  });

  it('[REVIEW-04] says that a booking does not exist', async () => {
    respondTo(getBookingRecord, () => errorResponse('BOOKING_NOT_FOUND'));
    renderApp(`/admin/bookings/${id}`);
    expect(await screen.findByText('Booking not found')).toBeTruthy();
  });
});

describe('the daily close', () => {
  const close: DailyClose = {
    ...{ day: '2026-11-22', mode: 'live', brand: 'default', currency: 'CAD', bookings: 2 },
    ...{ captured: '900.00', ordered: '731.50', refunded: '12.50', markup: '168.50' },
    provider: { captured: '900.00', ordered: '731.50', refunded: '12.50', disputed: '0.00' },
    computedAt: '2026-11-23T00:15:00.000Z',
  };
  const comparedAt = close.computedAt;

  it.each([
    [null, 'Nothing has been compared yet.', 'A day appears here once it was compared.'],
    [
      comparedAt,
      /^Last compared at Nov 2[23], 2026/,
      'Nothing was booked or refunded on these days until they were last compared.',
    ],
  ])(
    '[REVIEW-06] does not say that nothing was booked before it was compared: %s',
    async (at, time, text) => {
      respondTo(listDailyCloses, () => ({ body: { closes: [], comparedAt: at } }));
      const { user } = renderApp('/admin/daily-close');
      expect(await screen.findByText(time)).toBeTruthy();
      expect(screen.getByText(text)).toBeTruthy();
      respondTo(listDailyCloses, () => ({ body: { closes: [close], comparedAt } }));
      await user.click(screen.getByRole('button', { name: 'Refresh' }));
      expect(await screen.findByText('Nov 22, 2026')).toBeTruthy();
    },
  );

  it('[REVIEW-06] [LEDGER-03] shows each day by brand and currency, and where the providers have something else', async () => {
    const different = { ...close, day: '2026-11-21', provider: { ...close.provider, captured: '899.00' } };
    const unmatched = {
      ...{ ...close, brand: null, bookings: 0, captured: '0.00', ordered: '0.00', refunded: '0.00' },
      ...{ markup: '0.00', provider: { ...different.provider, captured: '42.42', disputed: '7.00' } },
    };
    respondTo(listDailyCloses, () => ({ body: { closes: [close, different, unmatched], comparedAt } }));
    renderApp('/admin/daily-close');
    const rows = await screen.findAllByRole('row');
    expect(rows[1]?.textContent).toMatch(
      /^Nov 22, 2026default 2CA\$900 \(CAD\)CA\$731\.50 \(CAD\)CA\$12\.50 \(CAD\)CA\$168\.50 \(CAD\)Equal/,
    );
    expect(rows[2]?.textContent).toContain(
      'DifferentCaptured CA$899 (CAD), ordered CA$731.50 (CAD), refunded CA$12.50 (CAD)',
    );
    expect(rows[3]?.textContent).toMatch(/^Nov 22, 2026Unmatched 0CA\$0/);
    expect(rows[3]?.textContent).toMatch(/DifferentCaptured CA\$42\.42 \(CAD\), .*Disputed CA\$7 \(CAD\)/);
    expect(rows[1]?.textContent).not.toContain('Disputed');
  });

  it('[REVIEW-06] is offered as a CSV file', async () => {
    respondTo(listDailyCloses, () => ({ body: { closes: [close], comparedAt } }));
    renderApp('/admin/daily-close');
    const link = await screen.findByRole('link', { name: 'Download CSV' });
    const [, text = ''] = (link.getAttribute('href') ?? '').split('data:text/csv;charset=utf-8,');
    const [header, line, end] = decodeURIComponent(text).split('\r\n');
    expect(header?.split(',')).toHaveLength(13);
    expect(line).toBe('2026-11-22,live,default,CAD,2,900.00,731.50,12.50,168.50,900.00,731.50,12.50,0.00');
    expect(end).toBe('');
  });

  it('[REVIEW-06] asks for the days that are chosen', async () => {
    respondTo(listDailyCloses, () => ({ body: { closes: [], comparedAt } }));
    renderApp('/admin/daily-close');
    expect(await screen.findByText('No bookings')).toBeTruthy();
    enter('From', '2026-11-01');
    enter('To', '2026-11-30');
    await waitFor(() =>
      expect(requestsTo(listDailyCloses).at(-1)?.query.toString()).toBe('from=2026-11-01&to=2026-11-30'),
    );
  });

  it('[REVIEW-06] says nothing of days that are none', async () => {
    respondTo(listDailyCloses, () => ({ body: { closes: [], comparedAt } }));
    renderApp('/admin/daily-close');
    expect(await screen.findByText('No bookings')).toBeTruthy();
    enter('From', '2026-11-30');
    enter('To', '2026-11-01');
    expect(await screen.findByText('The last day is before the first one')).toBeTruthy();
    enter('To', '');
    expect(await screen.findByText('Please enter both days')).toBeTruthy();
    expect(screen.queryByText('No bookings')).toBeNull();
  });
});
