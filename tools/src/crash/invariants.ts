/** What a visitor was told, as the last answer to one attempt. */
export interface Told {
  kind: 'confirmed' | 'refused' | 'pending' | 'cancelled' | 'unknown';
  /** The error code, or why nothing is known. */
  code?: string;
}

/** What providers, tables, mails and pages say about one case when everything has settled. */
export interface Facts {
  orders: { id: string; status: string; total_amount: string }[];
  intents: { id: string; status: string; amount_received: number; amount_refunded: number }[];
  bookings: {
    id: string;
    state: string;
    order_id: string | null;
    provider_amount: string | null;
    amount_minor: number;
    /** Of the cancellation that the airline has confirmed. */
    refund_minor: number | null;
    was_pending: boolean;
  }[];
  payments: { state: string; intent_id: string | null }[];
  /** Payments, bookings, refunds and mails that a job will go on with. */
  unfinished: number;
  openCases: string[];
  mails: { subject: string; messageId: string }[];
  told: Told[];
  /** The states on the status pages that the visitor has the links of. */
  pages: string[];
}

const pageStates: Record<string, string> = {
  confirmed: 'confirmed',
  voided: 'failed',
  cancelled: 'cancelled',
  cancelled_by_airline: 'cancelled',
  needs_review: 'review',
  risk_review: 'review',
};

/** What contradicts the invariants of a booking: money, order, rows, mails, and what the visitor was told. */
export function findViolations(facts: Facts): string[] {
  const { orders, intents, bookings, payments, mails, told, pages } = facts;
  const live = orders.filter(({ status }) => status !== 'cancelled');
  const captured = intents.filter(({ amount_received }) => amount_received > 0);
  const held = intents.filter(({ status }) => ['requires_capture', 'requires_action'].includes(status));
  const isWatched = facts.openCases.length > 0;
  const found: [boolean, string][] = [
    [facts.unfinished > 0, `${facts.unfinished} steps are unfinished`],
    [orders.length > 1, `${orders.length} orders`],
    [captured.length > 1, `${captured.length} captures`],
    [live.length > captured.length && !isWatched, 'an order without a capture'],
    [held.length > 0 && !isWatched, 'a hold is left behind'],
    [bookings.some(({ state }) => state === 'needs_review') && !isWatched, 'in review without a case'],
    ...captured.map((intent): [boolean, string] => [
      live.length === 0 && !isSettled(intent, bookings) && !isWatched,
      `${intent.amount_received - intent.amount_refunded} charged without an order`,
    ]),
    ...bookings.flatMap((booking) => compareBooking(booking, facts)),
    ...payments.map(({ state, intent_id }): [boolean, string] => {
      const isCaptured = captured.some(({ id }) => id === intent_id);
      return [
        (state === 'captured') !== isCaptured && !isWatched,
        `a payment is ${state} against the ledger`,
      ];
    }),
    [
      mails.some(({ subject }) => subject.includes('is confirmed')) &&
        bookings.every(({ state }) => ['voided', 'voiding', 'pending'].includes(state)),
      'a mail says confirmed, and no booking is',
    ],
    [new Set(mails.map(({ subject }) => subject)).size < countMails(mails), 'a fact was mailed twice'],
    ...told.flatMap((answer) => compareAnswer(answer, { live, captured, ...facts })),
    ...pages.map((page): [boolean, string] => [
      !bookings.some(({ state }) => pageStates[state] === page),
      `the status page says ${page}`,
    ]),
    [
      told.length > 0 && told.every(({ kind }) => kind === 'refused') && captured.some(isKept),
      'told that nothing was charged, and charged',
    ],
  ];
  return found.flatMap(([isViolated, text]) => (isViolated ? [text] : []));
}

const isKept = ({ amount_received, amount_refunded }: Facts['intents'][number]) =>
  amount_received > amount_refunded;

/** Mails with one Message-ID are one to the receiver. */
const countMails = (mails: Facts['mails']) => new Set(mails.map(({ messageId }) => messageId)).size;

/** Whether a captured amount whose order is cancelled went back as far as the airline gives it back. */
const isSettled = (intent: Facts['intents'][number], bookings: Facts['bookings']) =>
  bookings.some(
    ({ state, refund_minor }) => state === 'cancelled' && refund_minor === intent.amount_refunded,
  ) || !isKept(intent);

function compareBooking(booking: Facts['bookings'][number], facts: Facts): [boolean, string][] {
  const order = facts.orders.find(({ id }) => id === booking.order_id);
  const capture = facts.intents.find(({ amount_received }) => amount_received > 0);
  const hasMail = (text: string) => facts.mails.some(({ subject }) => subject.includes(text));
  if (booking.state === 'confirmed')
    return [
      [order?.status === 'cancelled' || !order, 'confirmed without an order'],
      [capture?.amount_received !== booking.amount_minor, 'confirmed with another amount on the card'],
      [order?.total_amount !== booking.provider_amount, 'confirmed with another amount at the airline'],
      [!hasMail('is confirmed'), 'confirmed without a mail'],
    ];
  if (booking.state === 'cancelled') return [[!hasMail('is cancelled'), 'cancelled without a mail']];
  return [
    [
      booking.state === 'voided' && booking.was_pending && !hasMail('could not be completed'),
      'pending and then failed without a mail',
    ],
  ];
}

function compareAnswer(
  { kind }: Told,
  { bookings, live, captured, mails }: Facts & { live: unknown[]; captured: unknown[] },
): [boolean, string][] {
  const isBooked = live.length === 1 && captured.length === 1;
  const wasCancelled = bookings.some(({ state }) => ['cancelling', 'cancelled'].includes(state));
  if (kind === 'confirmed') return [[!isBooked && !wasCancelled, 'told confirmed, and not booked']];
  if (kind === 'cancelled') return [[!wasCancelled, 'told cancelled, and not cancelled']];
  if (kind !== 'pending') return [];
  const hasResult = mails.some(({ subject }) => subject !== 'Your booking is being confirmed');
  return [[!hasResult, 'told pending, and no mail with the result']];
}
