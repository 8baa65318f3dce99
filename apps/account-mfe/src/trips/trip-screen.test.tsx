import {
  acceptAirlineChange,
  cancelBooking,
  currentUser,
  getBooking,
  listBookings,
  listTickets,
  mailConfirmation,
  quoteCancellation,
  type AirlineChange,
  type BookingChange,
  type BookingDetail,
  type BookingListItem,
  type BookingTickets,
  type Cancellability,
  type Changeability,
  type RefundShare,
  type Slice,
} from '@fareline/contracts';
import { newBrand } from '@fareline/contracts/schemas';
import {
  sampleBooking,
  sampleBookingDetail,
  sampleCarrier,
  sampleChangeTerms,
  currencies,
  findRepeatedCurrency,
} from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp, signedIn, signedOut } from '../testing/harness.tsx';

const path = '/my-trips/bok_1';

const issued: BookingTickets = {
  state: 'issued',
  tickets: [
    { passenger_id: 'pas_1', number: '125-2412345678' },
    { passenger_id: 'pas_2', number: '125-2412345679' },
  ],
};

const sampleShare = (changes: Partial<RefundShare> = {}): RefundShare => ({
  ...{ amount: '40.00', state: 'paid', expected_on: '2026-12-17', card: { brand: 'visa', last4: '4242' } },
  ...changes,
});

const sampleChange = (changes: Partial<BookingChange> = {}): BookingChange => ({
  ...{
    id: 'chg_1',
    kind: 'flights',
    state: 'done',
    failure: null,
    refund_shares: [],
    created_at: '2026-11-27T10:00:00Z',
  },
  ...{ charge_amount: '0.00', refund_amount: '0.00', credit_amount: '0.00', currency: 'USD' },
  ...{ penalty_amount: null, expires_at: null, card: { brand: 'visa', last4: '4242' } },
  ...{ removed: [0], removed_slices: [], slices: [], terms: null, bags: [] },
  ...changes,
});

function openTrip(
  booking: BookingListItem = sampleBooking(),
  changes: Partial<BookingDetail> = {},
  tickets = issued,
  user: typeof signedIn | typeof signedOut = signedIn,
) {
  respondTo(currentUser, user);
  respondTo(listTickets, () => ({ body: tickets }));
  respondTo(getBooking, () => ({ body: sampleBookingDetail(booking, changes) }));
  return renderApp(path);
}
const readSection = async (name: string) => (await screen.findByRole('region', { name })).textContent;

describe('who may see it', () => {
  it('[TRIP-01] [TRIPS-01] asks a signed-out visitor to sign in, and comes back', async () => {
    respondTo(getBooking, () => errorResponse('NOT_AUTHENTICATED'));
    renderApp(path);
    const link = await screen.findByRole('link', { name: 'Sign In' });
    expect(link.getAttribute('href')).toBe(`/login?redirect=${path}`);
    expect(screen.getByRole('link', { name: 'Find your trip' }).getAttribute('href')).toBe('/find-trip');
  });

  it.each([
    ['its owner to all others', signedIn, 'My Trips', '/my-trips'],
    ['a visitor who has opened it with a code to the next one', signedOut, 'Find another trip', '/find-trip'],
  ])('[TRIP-06] leads %s', async (_, user, name, to) => {
    openTrip(undefined, undefined, undefined, user);
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(to);
  });

  it('[TRIP-01] says where to look when the trip is not in the account', async () => {
    respondTo(currentUser, signedIn);
    respondTo(getBooking, () => errorResponse('BOOKING_NOT_FOUND'));
    renderApp(path);
    expect(await screen.findByRole('heading', { name: 'This trip is not in your account' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your trips' }).getAttribute('href')).toBe('/my-trips');
  });

  it('[TRIP-01] can be loaded again after a failure', async () => {
    respondTo(currentUser, signedIn);
    respondTo(getBooking, () => errorResponse('SERVICE_UNAVAILABLE'));
    const { user } = renderApp(path);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    respondTo(getBooking, () => ({ body: sampleBookingDetail() }));
    respondTo(listTickets, () => ({ body: issued }));
    await user.click(retry);
    expect(await readSection('Flights')).toContain('BA100');
  });
});

describe('mails that do not arrive', () => {
  const name = 'Our mails do not reach you';

  it.each([
    ['bounced', 'Our mail to a…@example.com came back. To correct the address:'],
    [
      'full',
      'Our mail to a…@example.com came back, because your mailbox does not take mails at the moment, as when it is full. All that they say stands here. Questions:',
    ],
    ['complained', 'Our mail to a…@example.com was reported as spam. To correct the address:'],
  ] as const)('are said with whom to call: %s', async (kind, text) => {
    openTrip(undefined, { mail_problem: { kind, address: 'a…@example.com' } });
    expect(await readSection(name)).toMatch(`${text} Call `);
  });

  it('are not said of others', async () => {
    openTrip(undefined, { mail_problem: null });
    await readSection('Flights');
    expect(screen.queryByRole('region', { name })).toBeNull();
  });
});

describe('[GUARD-11] a corrected address', () => {
  const name = 'Your email address was corrected';
  const wait = { until: '2026-12-01T14:00:00.000Z', text: 'Cancelling and changing wait.' };

  it('says what waits, before anything is pressed', async () => {
    openTrip(undefined, { address_correction: { pending: 'n…@example.com', wait } });
    expect(await readSection(name)).toContain(wait.text);
    expect(await readSection(name)).toContain('go to n…@example.com once the code');
    expect(await readSection('Cancellation')).toContain('Cancelling waits until Dec 1, 2026, 14:00 UTC');
    expect(screen.queryByRole('button', { name: 'Cancel Flight' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Change Flight' })).toBeNull();
  });

  it('says no more once nothing waits', async () => {
    openTrip(undefined, { address_correction: null });
    await readSection('Flights');
    expect(screen.queryByRole('region', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel Flight' })).toBeTruthy();
  });
});

describe('the flights', () => {
  it('[TRIP-01] have number, airline, airports, terminals, local times, days, durations and layovers', async () => {
    const booking = sampleBooking();
    const [first] = booking.bookingData.slices[0]!.segments;
    Object.assign(first!, {
      origin_terminal: '4',
      operating_carrier: sampleCarrier('LM', 'Loganair'),
    });
    openTrip(booking);
    const out = await readSection('Outbound');
    for (const text of [
      'Sat, Dec 5, 8h 30m, Non-stop',
      '22:05 New York (JFK) New York Airport, Terminal 4',
      'Airline BA BA100',
      'Operated by Loganair',
      '10:30+1 day London (LHR) London Airport',
    ])
      expect(out).toContain(text);
    expect(out).not.toContain('London Airport, Terminal');
    const back = await readSection('Return');
    for (const text of ['1 stop(s) in AMS', '1h in Amsterdam (AMS)', 'BA101']) expect(back).toContain(text);
  });
});

describe('the e-tickets', () => {
  it('[TRIP-01] can be loaded again after a failure, and the rest of the trip is there', async () => {
    const { user } = openTrip();
    respondTo(listTickets, () => errorResponse('SERVICE_UNAVAILABLE'));
    await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 }));
    expect(await readSection('Passengers')).toContain('Ada Lovelace');
    respondTo(listTickets, () => ({ body: issued }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 }));
    expect(await screen.findByText('125-2412345678')).toBeTruthy();
  });

  it.each([
    ['awaited', 'The airline is issuing the e-tickets.'],
    ['missing', 'The airline has not issued an e-ticket for every passenger'],
  ] as const)('[TRIP-01] that are %s are explained', async (state, text) => {
    openTrip(sampleBooking(), {}, { state, tickets: issued.tickets.slice(0, 1) });
    expect(await screen.findByText(new RegExp(text))).toBeTruthy();
    expect(await readSection('Passengers')).toContain('Ada Lovelace AdultE-ticket 125-2412345678');
  });

  it('[TRIP-01] stand with their passengers', async () => {
    openTrip();
    expect(await screen.findByText('125-2412345679')).toBeTruthy();
    expect(await readSection('Passengers')).toBe(
      'PassengersAda Lovelace AdultE-ticket 125-2412345678Bo Lovelace InfantE-ticket 125-2412345679',
    );
  });

  it('[TRIP-01] [REFUND-04] of a cancelled trip are not asked for, which shows what became of the refund', async () => {
    const refund = {
      ...{ amount: '500.00', currency: 'USD', card: null, state: 'none' as const, returned_amount: null },
      ...{ advance_amount: null, expected_on: '2026-12-11' },
    } as const;
    openTrip(sampleBooking({ status: 'cancelled', refund }));
    expect(await readSection('Passengers')).toContain('Ada Lovelace');
    expect(await readSection('Refund')).toContain('nothing comes back');
    expect(requestsTo(listTickets)).toEqual([]);
  });
});

describe('the money', () => {
  const seat = { passenger_id: 'pas_1', segment_id: 'seg_JFK_LHR_0', designator: '12C' };
  const bag = {
    ...{ passenger_id: 'pas_1', segment_ids: ['seg_JFK_LHR_0'], type: 'baggage' as const, weight_kg: 23 },
    ...{ quantity: 2, amount: '70.00' },
  } as const;

  it('[TRIP-01] is the total alone when nothing was bought besides the flights', async () => {
    openTrip();
    expect(await readSection('Price')).toBe(
      'PriceTotal (USD)$612.40$612.40 (USD) was paid with your Visa card ending 4242.',
    );
  });

  it.each(currencies)('[PROVIDER-42] names its currency once: %s', async (total_currency) => {
    openTrip(sampleBooking({}, { total_currency, bags: [bag] }));
    const price = await readSection('Price');
    expect(price).toContain(total_currency);
    expect(findRepeatedCurrency(price)).toBeUndefined();
  });

  it('[TRIP-01] has its parts, which add up to the total', async () => {
    openTrip(sampleBooking({}, { seats: [{ ...seat, amount: '12.40' }], bags: [bag] }));
    expect(await readSection('Price')).toContain('Flights$530Seats$12.40Bags$70Total (USD)$612.40');
  });

  it('[TRIP-01] counts a seat without a price of its own to the flights', async () => {
    openTrip(sampleBooking({}, { seats: [seat], bags: [bag] }));
    expect(await readSection('Price')).toContain('Flights and seats$542.40Bags$70Total');
  });

  it.each([
    ['held', '$612.40 (USD) is held on your Visa card ending 4242, and charged once'],
    ['released', 'Nothing was charged to your card.'],
  ] as const)('[TRIP-01] says that the payment is %s', async (state, text) => {
    openTrip(sampleBooking({ status: 'pending' }), {
      payment: { card: { brand: 'visa', last4: '4242' }, state },
    });
    expect(await readSection('Price')).toContain(text);
    expect(screen.queryByRole('region', { name: 'Cancellation' })).toBeNull();
  });

  it.each([
    [{ state: 'under_way' }, 'Flight change, Nov 27, 2026: waiting for the airline.'],
    [{ state: 'review' }, 'Flight change, Nov 27, 2026: we are looking at it'],
    [{ state: 'failed' }, 'Flight change, Nov 27, 2026: not made, and nothing was charged.'],
    [
      { state: 'failed', failure: 'The airline does not answer.' },
      'Flight change, Nov 27, 2026: not made. The airline does not answer.',
    ],
    [
      { state: 'done', charge_amount: '0.00', settled_amount: '20.00' },
      'Flight change, Nov 27, 2026: $20 (USD) was settled with us in another way.',
    ],
    [
      { charge_amount: '83.20' },
      'Flight change, Nov 27, 2026: $83.20 (USD) was paid with your Visa card ending 4242.',
    ],
    [
      { refund_amount: '40.00', refund_shares: [sampleShare({ state: 'pending' })] },
      'Flight change, Nov 27, 2026: $40 (USD) is being refunded to your Visa card ending 4242, expected by Dec 17, 2026.',
    ],
    [
      {
        refund_amount: '43.00',
        refund_shares: [sampleShare(), sampleShare({ state: 'disputed', amount: '3.00' })],
      },
      'in most cases. A payment of this trip is disputed at the bank. Once that is decided, $3 (USD) is refunded',
    ],
    [{ credit_amount: '40.00' }, 'the airline gives $40 (USD) as credit for a later flight.'],
    [{ kind: 'bags', charge_amount: '35.00' }, 'Bags added, Nov 27, 2026: $35 (USD) was paid'],
    [{}, 'Flight change, Nov 27, 2026: no extra cost.'],
  ] satisfies [Partial<BookingChange>, string][])(
    '[TRIP-03] lists a change with %o',
    async (changes, text) => {
      openTrip(sampleBooking(), { changes: [sampleChange(changes)] });
      expect(await readSection('Price')).toContain(text);
    },
  );

  it('[RULE-02] says of a change what was given up, and fare and rules before and after', async () => {
    const { slices } = sampleBooking().bookingData;
    const old = { ...slices[0]!, fare_brand_name: 'Standard', included_bags: { cabin: 1, checked: 1 } };
    const seat = { passenger_id: 'pas_1', segment_id: old.segments[0]!.id, designator: '12C' };
    const { user } = openTrip(sampleBooking(), {
      changes: [
        sampleChange({
          ...{ removed_slices: [old], slices: [slices[0]!] },
          terms: sampleChangeTerms({ seats: [{ ...seat, amount: '29.00' }] }),
        }),
      ],
    });
    expect(await readSection('Price')).toContain(
      'Given up with the old flights: seat 12C of Ada Lovelace on BA100 ($29). The airline does not move it to the new ones. The $29 (USD) paid for it does not come back with the change',
    );
    await user.click(screen.getByRole('button', { name: 'Fare and rules before and after' }));
    const table = await screen.findByRole('table', { name: 'Fare and rules before and after' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toContain(
      'Changes allowed, fees may apply - the airline’s is $50No changes - the flights of this fare cannot be changed',
    );
  });

  it('[TRIP-03] leads to a change that is under way', async () => {
    openTrip(sampleBooking(), { changes: [sampleChange({ state: 'under_way' })] });
    const link = await screen.findByRole('link', { name: 'See how far it is' });
    expect(link.getAttribute('href')).toBe('/booking/change/bok_1/chg_1');
  });

  it('[LEDGER-15] says of a change that is not paid that it is made, what the card was not charged, and whom to call', async () => {
    openTrip(sampleBooking(), { changes: [sampleChange({ state: 'review', charge_amount: '83.20' })] });
    expect(await readSection('Price')).toMatch(
      /It is made, but your card could not be charged \$83\.20 \(USD\)\. Call \+1 888/,
    );
  });
});

describe('what can be done', () => {
  it.each([
    ['pending', 0],
    ['completed', 1],
    ['cancelled', 1],
  ] as const)(
    '[TRIP-02] [DOC-03] a %s booking is not for the calendar, and has a document %i times',
    async (status, count) => {
      openTrip(sampleBooking({ status }));
      await readSection('Flights');
      expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
      expect(screen.queryAllByRole('button', { name: 'Download PDF' })).toHaveLength(count);
    },
  );

  const resend = 'Email the confirmation again';
  it('[TRIP-02] says why the confirmation is not sent again', async () => {
    const { user } = openTrip();
    respondTo(mailConfirmation, () => errorResponse('SERVICE_UNAVAILABLE'));
    await user.click(await screen.findByRole('button', { name: resend }));
    expect(await screen.findByText('Not sent')).toBeTruthy();
    respondTo(mailConfirmation, () =>
      errorResponse('TOO_MANY_REQUESTS', { headers: { 'retry-after': '40' } }),
    );
    await user.click(screen.getByRole('button', { name: resend }));
    expect(await screen.findByText(/You can try again in/)).toBeTruthy();
  });

  it('[TRIP-02] sends the confirmation again', async () => {
    const { user } = openTrip();
    const message = 'The confirmation is on its way to the email address of this booking.';
    respondTo(mailConfirmation, () => ({ body: { success: true as const, message } }));
    await user.click(await screen.findByRole('button', { name: resend }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(requestsTo(mailConfirmation)).toHaveLength(1);
  });

  it('[TRIP-02] a booked trip can be saved, printed and shared', async () => {
    openTrip();
    for (const name of ['Download PDF', 'Add to calendar', 'Print', 'Share flights'])
      expect(await screen.findByRole('button', { name })).toBeTruthy();
  });

  it('[TRIP-02] cancelling asks the airline first and shows what comes back', async () => {
    respondTo(listBookings, () => ({ body: [] }));
    respondTo(quoteCancellation, () => errorResponse('BOOKING_NOT_CANCELLABLE'));
    const { user } = openTrip();
    await user.click(await screen.findByRole('button', { name: 'Cancel Flight' }));
    expect(await screen.findByRole('alertdialog', { name: 'This booking cannot be cancelled' })).toBeTruthy();
  });

  /** Opens the dialog that says what comes back. */
  async function openQuote() {
    respondTo(quoteCancellation, () => ({
      body: {
        ...{ quote_id: 'quo_1', refund_amount: '500.00', refund_currency: 'USD', paid_amount: '612.40' },
        ...{ refund_to: null, dispute: null, credits: [], expires_at: null },
      },
    }));
    const { user } = openTrip();
    await user.click(await screen.findByRole('button', { name: 'Cancel Flight' }));
    return { user };
  }

  it('[TRIPS-21] cancels once for two presses, and closes when the page shows it', async () => {
    const { user } = await openQuote();
    const reloaded = Promise.withResolvers<void>();
    respondTo(cancelBooking, () => {
      const cancelled = sampleBooking({ status: 'cancelled', cancellability: 'cancelled' });
      respondTo(getBooking, async () => {
        await reloaded.promise;
        return { body: sampleBookingDetail(cancelled) };
      });
      return { body: { success: true as const, message: 'Cancelled' } };
    });
    await user.dblClick(await screen.findByRole('button', { name: 'Yes, cancel booking' }));
    await waitFor(() => expect(requestsTo(getBooking).length).toBeGreaterThan(1));
    expect(screen.getByRole('alertdialog', { name: 'Cancel this booking?' })).toBeTruthy();
    reloaded.resolve();
    expect(await screen.findByText('Booking cancelled')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.queryByText('Cancel Flight')).toBeNull();
    expect(requestsTo(cancelBooking)).toHaveLength(1);
  });

  it('[TRIPS-21] says that a cancellation is under way, and offers no second one', async () => {
    const { user } = await openQuote();
    respondTo(cancelBooking, () => {
      const cancelling = sampleBooking({ cancellability: 'cancelled' });
      respondTo(getBooking, () => ({ body: sampleBookingDetail(cancelling) }));
      respondTo(quoteCancellation, () => errorResponse('BOOKING_NOT_CANCELLABLE'));
      return errorResponse('SERVICE_UNAVAILABLE');
    });
    await user.click(await screen.findByRole('button', { name: 'Yes, cancel booking' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'The cancellation is under way' });
    expect(dialog.textContent).toContain('The airline has not confirmed the cancellation yet.');
    expect(within(dialog).queryByRole('button', { name: 'Yes, cancel booking' })).toBeNull();
    expect(screen.queryByText('Cancellation failed')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(await readSection('Cancellation')).toContain(
      'The airline has not confirmed the cancellation yet.',
    );
    expect(screen.getAllByText('Cancellation under way')).toHaveLength(2);
    expect(screen.queryByRole('region', { name: 'Change or add' })).toBeNull();
  });

  const options: BookingDetail['change_options'] = {
    changeability: 'by_fare',
    slices: [0, 1],
    bags: true,
  };
  it.each([
    ['not_allowed', /^Change FlightThe flights of this fare cannot be changed\. .*see what cancelling/],
    ['departed', /^Change FlightThe last flight of this trip has departed/],
    ['under_way', /^Change FlightA change of this booking is under way/],
  ] as const)(
    '[TRIP-02] [TRIP-03] a trip that is %s says so, with the phone',
    async (changeability, text) => {
      openTrip(sampleBooking(), { change_options: { ...options, changeability } });
      const change = await screen.findByRole('region', { name: 'Change Flight' });
      expect(change.textContent).toMatch(text);
      expect(within(change).getByRole('link').getAttribute('href')).toMatch(/^tel:/);
    },
  );

  it.each([
    [{ changeable: null }, /^The airline does not say .*Nothing is changed before you agree/],
    [
      { changeable: true, change_penalty_amount: '75.00', change_penalty_currency: 'USD' },
      /the airline’s is \$75 \(USD\)\.We ask the airline/,
    ],
  ])(
    '[TRIP-02] [FAQ-08] Change Flight tells the price of a fare with %o, and leads on',
    async (rule, text) => {
      const { conditions } = sampleBooking().bookingData;
      openTrip(sampleBooking({}, { conditions: { ...conditions, ...rule } }), { change_options: options });
      const change = await screen.findByRole('region', { name: 'Change Flight' });
      expect(change.textContent).toMatch(text);
      const link = within(change).getByRole('link', { name: 'Change Flight' });
      expect(link.getAttribute('href')).toBe(`${path}/change`);
    },
  );

  it('[TRIP-04] [FAQ-08] Manage Extras leads to the bags', async () => {
    openTrip(sampleBooking(), { change_options: options });
    const link = await screen.findByRole('link', { name: 'Manage Extras' });
    expect(link.getAttribute('href')).toBe(`${path}/extras`);
  });

  it('[TRIP-02] [FAQ-08] Manage Extras says how the airline adds bags where none can be asked for', async () => {
    openTrip();
    const extras = await screen.findByRole('region', { name: 'Manage Extras' });
    expect(extras.textContent).toContain('add more on britishairways.com');
  });

  it('[TRIP-02] [FAQ-08] Manage Seats says how the airline does it', async () => {
    const { user } = openTrip();
    await user.click(await screen.findByRole('button', { name: 'Manage Seats' }));
    expect((await screen.findByRole('region', { name: 'Manage Seats' })).textContent).toContain(
      'the airline changes them on britishairways.com',
    );
  });

  it('[TRIP-01] names the contact of the brand, which may have no phone', async () => {
    respondTo(currentUser, signedIn);
    respondTo(getBooking, () => ({ body: sampleBookingDetail() }));
    respondTo(listTickets, () => ({ body: { ...issued, state: 'missing' as const } }));
    renderApp(path, { brand: { ...newBrand, name: 'Bare' } });
    const section = await screen.findByRole('region', { name: 'Help with this trip' });
    expect(section.textContent).toContain('Quote the reference RZPNX8');
    expect(await screen.findByText(/enough to check in\.$/)).toBeTruthy();
    expect(
      within(section)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Write to us']);
  });
});

describe('a change by the airline', () => {
  const later = (slice: Slice): Slice => ({
    ...slice,
    segments: slice.segments.map((segment) => ({ ...segment, departing_at: '2026-12-05T23:40:00' })),
  });
  const change: AirlineChange = {
    ...{ id: 'aic_1', actions: ['accept', 'change', 'cancel'], is_cancelled: false },
    ...{ answer_by: '2026-12-01', answered_at: null },
  };
  type Changed = [changes?: Partial<AirlineChange>, Cancellability?, Changeability?];
  function changedBooking(...[changes, cancellability, changeability]: Changed) {
    const [slice, ...others] = sampleBooking().bookingData.slices;
    const data = {
      slices: [later(slice!), ...others],
      earlier_slices: [slice!, ...others],
      airline_change: { ...change, ...changes },
      seats: [
        { passenger_id: 'pas_1', segment_id: slice!.segments[0]!.id, designator: '12C', amount: '29.00' },
      ],
    };
    const options = { changeability: changeability ?? 'airline_change', slices: [0, 1], bags: false };
    const booking = sampleBooking({ cancellability: cancellability ?? 'airline_change' }, data);
    return [booking, { change_options: options }] as const;
  }
  const openChanged = (...changed: Changed) => openTrip(...changedBooking(...changed));
  const respondWithChanged = (...changed: Changed) =>
    respondTo(getBooking, () => ({ body: sampleBookingDetail(...changedBooking(...changed)) }));
  const title = 'The airline has changed your flights';

  it('[TRIP-05] shows old and new side by side, until when to answer, and what can be done, and asks what comes back before anything is cancelled', async () => {
    const { user } = openChanged();
    const notice = within(await screen.findByRole('region', { name: title }));
    expect(notice.getByRole('region', { name: 'Before' }).textContent).toContain('22:05');
    expect(notice.getByRole('region', { name: 'Now' }).textContent).toContain('23:40');
    // [RULE-02] What was bought may be gone with the old times.
    expect(screen.getByRole('region', { name: title }).textContent).toContain(
      'You have chosen for these flights: seat 12C of Ada Lovelace on BA100 ($29). The airline does not say whether it keeps that',
    );
    expect(notice.getByText(/Dec 1/).textContent).toMatch(/^Please answer by .*Later the airline may/);
    expect(notice.getByRole('button', { name: 'Accept the new flights' })).toBeTruthy();
    const link = notice.getByRole('link', { name: 'Choose other flights' });
    expect(link.getAttribute('href')).toBe(`${path}/change`);
    respondTo(quoteCancellation, () => errorResponse('BOOKING_NOT_CANCELLABLE'));
    await user.click(notice.getByRole('button', { name: 'Get money back' }));
    expect(await screen.findByRole('heading', { name: 'This booking cannot be cancelled' })).toBeTruthy();
  });

  it.each([
    ['while it waits for an answer', {}],
    ['once that was accepted', { answered_at: '2026-11-27T12:00:00Z' }],
  ])('[RULE-02] says what the airline has left out on other flights, %s', async (_, changes) => {
    const [booking, details] = changedBooking(changes);
    const seat = { passenger_id: 'pas_1', segment_id: 'seg_before', designator: '12C', amount: '29.00' };
    Object.assign(booking.bookingData, { seats: [seat] });
    openTrip(booking, details);
    expect(
      (await screen.findAllByText(/^Not on your flights any more/)).map((said) => said.textContent),
    ).toEqual([
      'Not on your flights any more, as far as the airline says: seat 12C of Ada Lovelace ($29). Please call us about what you paid for it.',
    ]);
  });

  it('[TRIP-05] leads to no other flights where the airline offers none', async () => {
    openChanged({ actions: ['accept', 'cancel'] });
    const notice = await screen.findByRole('region', { name: title });
    expect(notice.textContent).toContain('For other flights: Call');
    expect(within(notice).queryByRole('link', { name: 'Choose other flights' })).toBeNull();
  });

  it('[TRIP-05] offers only what the airline does, and says that flights are not flown', async () => {
    openChanged({ actions: ['cancel'], is_cancelled: true });
    const notice = within(
      await screen.findByRole('region', { name: 'The airline has cancelled your flights' }),
    );
    expect(notice.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Get money back']);
    for (const name of ['Now', 'What is next']) expect(screen.queryByRole('region', { name })).toBeNull();
  });

  it('[TRIP-05] is gone once it was answered, with the times before kept', async () => {
    openChanged({ answered_at: '2026-11-28T09:00:00Z' }, 'by_fare');
    expect(await readSection('Flights')).toContain('Before: ');
    expect(screen.queryByRole('region', { name: title })).toBeNull();
  });

  it('[TRIP-05] is accepted as it was shown; after a failure it says why and reads the trip again', async () => {
    const { user } = openChanged();
    respondTo(acceptAirlineChange, () => errorResponse('AIRLINE_CHANGE_OUTDATED'));
    const press = async () => {
      await user.click(await screen.findByRole('button', { name: 'Accept the new flights' }));
      const dialog = await screen.findByRole('alertdialog', { name: 'Accept the new flights?' });
      expect(dialog.textContent).toContain('by the rules of your fare again');
      await user.click(within(dialog).getByRole('button', { name: 'Yes, accept them' }));
    };
    await press();
    expect(await screen.findByText(/has changed the flights again/)).toBeTruthy();
    await waitFor(() => expect(requestsTo(getBooking)).toHaveLength(2));
    respondTo(acceptAirlineChange, () => ({
      body: { success: true as const, message: 'You have accepted the new flights.' },
    }));
    await press();
    expect(await screen.findByText('New flights accepted')).toBeTruthy();
    expect(requestsTo(acceptAirlineChange).at(-1)?.body).toEqual({ change_id: 'aic_1' });
  });

  it('[TRIP-05] is not to be accepted again while the airline is told, and is gone once it knows', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = openChanged();
    await user.click(await screen.findByRole('button', { name: 'Accept the new flights' }));
    respondTo(acceptAirlineChange, () => {
      respondWithChanged({}, 'changing', 'under_way');
      return { body: { success: true as const, isPending: true, message: 'Your trip shows when it knows.' } };
    });
    await user.click(await screen.findByRole('button', { name: 'Yes, accept them' }));
    expect(await screen.findByText('We tell the airline')).toBeTruthy();
    const notice = await screen.findByText(/^What you have agreed to is on its way to the airline/);
    const changed = screen.getByRole('region', { name: title });
    expect(changed.contains(notice)).toBe(true);
    expect(within(changed).queryByRole('button')).toBeNull();
    expect(within(changed).queryByText(/^Please answer by/)).toBeNull();
    respondWithChanged({ answered_at: '2026-11-28T09:00:00Z' }, 'by_fare');
    await vi.advanceTimersByTimeAsync(15_000);
    await waitFor(() => expect(screen.queryByRole('region', { name: title })).toBeNull());
    vi.useRealTimers();
  });
});
