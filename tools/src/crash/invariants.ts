/** What a visitor was told, as the last answer to one attempt. */
export interface Told {
  kind: 'confirmed' | 'refused' | 'pending' | 'cancelled' | 'changed' | 'unchanged' | 'unknown';
  /** The error code, or why nothing is known. */
  code?: string;
}

export interface LedgerOrder {
  id: string;
  status: string;
  total_amount: string;
}

/** What an order and its booking both have. */
export interface TripFacts {
  /** Route and local times of each. */
  flights: string[];
  bags: number;
  /** Whether the latest change by the airline is accepted or gone otherwise; null without one. */
  isAnswered: boolean | null;
}

/** What providers, tables, mails and pages say about one case when everything has settled. */
export interface Facts {
  /** `changes` is the number of changes of flights that the airline has made for money. */
  orders: (LedgerOrder & TripFacts & { changes: number })[];
  intents: {
    id: string;
    status: string;
    amount_received: number;
    amount_refunded: number;
    /** What the bank has given back after lost disputes. */
    lost: number;
  }[];
  bookings: (TripFacts & {
    id: string;
    state: string;
    order_id: string | null;
    provider_amount: string | null;
    amount_minor: number;
    /** What the cancellation gives back that the airline has confirmed. */
    refund_minor: number | null;
    was_pending: boolean;
  })[];
  /** Agreed changes of bookings. */
  changes: { kind: 'flights' | 'bags'; state: string; charge_minor: number; refund_minor: number }[];
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
  const uncaptured = intents.filter(({ status }) => ['requires_capture', 'requires_action'].includes(status));
  const isWatched = facts.openCases.length > 0;
  const paidChanges = facts.changes.filter(({ state, charge_minor }) => state === 'done' && charge_minor > 0);
  const found: [boolean, string][] = [
    [facts.unfinished > 0, `${facts.unfinished} steps are unfinished`],
    [orders.length > 1, `${orders.length} orders`],
    [captured.length > 1 + paidChanges.length, `${captured.length} captures`],
    [live.length > captured.length && !isWatched, 'an order without a capture'],
    [uncaptured.length > 0 && !isWatched, 'an open authorisation'],
    [bookings.some(({ state }) => state === 'needs_review') && !isWatched, 'in review without a case'],
    ...captured.map((intent): [boolean, string] => [
      live.length === 0 && !isSettled(intent, bookings) && !isWatched,
      `${intent.amount_received - intent.amount_refunded} charged without an order`,
    ]),
    ...bookings.flatMap((booking) => [...compareBooking(booking, facts), ...compareTrip(booking, facts)]),
    ...compareChangeMails(facts),
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
  const done = facts.changes.filter(({ state }) => state === 'done');
  const received = sumUp(facts.intents, 'amount_received') - sumUp(done, 'refund_minor');
  const hasMail = (text: string) => facts.mails.some(({ subject }) => subject.includes(text));
  if (booking.state === 'confirmed')
    return [
      [order?.status === 'cancelled' || !order, 'confirmed without an order'],
      [received !== booking.amount_minor, 'confirmed with another amount on the card'],
      [
        order?.total_amount !== booking.provider_amount && !facts.openCases.includes('reconciliation'),
        'confirmed with another amount at the airline',
      ],
      [!hasMail('is confirmed'), 'confirmed without a mail'],
    ];
  if (booking.state === 'cancelled') {
    const [refunded, lost] = [sumUp(facts.intents, 'amount_refunded'), sumUp(facts.intents, 'lost')];
    const left = sumUp(facts.intents, 'amount_received') - lost;
    const owed = booking.refund_minor ?? 0;
    return [
      [!hasMail('is cancelled'), 'cancelled without a mail'],
      [refunded > Math.min(owed, left), `${refunded} refunded, of ${owed} owed and ${left} left`],
      [
        refunded < Math.min(owed, left) && !facts.openCases.includes('refund_failed'),
        `only ${refunded} refunded, of ${owed} owed and ${left} left`,
      ],
    ];
  }
  return [
    [
      booking.state === 'voided' && booking.was_pending && !hasMail('could not be completed'),
      'pending and then failed without a mail',
    ],
  ];
}

/** What a booking and its order have after changes, and what these have cost and brought. */
function compareTrip(booking: Facts['bookings'][number], facts: Facts): [boolean, string][] {
  const { changes, intents, openCases } = facts;
  const order = facts.orders.find(({ id }) => id === booking.order_id);
  if (booking.state !== 'confirmed' || !order) return [];
  const isUnpaid = changes.some(({ state }) => state === 'unpaid');
  // Support has the difference, as of bags that come after the time for them and are there twice.
  const isReported = openCases.includes('reconciliation');
  const made = changes.filter(({ kind, state }) => kind === 'flights' && ['done', 'unpaid'].includes(state));
  const done = changes.filter(({ state }) => state === 'done');
  const [refunded, owed] = [sumUp(intents, 'amount_refunded'), sumUp(done, 'refund_minor')];
  const isChanged = changes.length > 0 || booking.isAnswered === true;
  return [
    [changes.some(({ state }) => state === 'agreed'), 'a change has not ended'],
    [refunded !== owed, `${refunded} refunded, and changes have brought ${owed}`],
    [
      order.changes !== made.length,
      `${order.changes} changes of flights at the airline, and ${made.length} here`,
    ],
    [
      order.bags !== booking.bags && !isReported,
      `${order.bags} bags at the airline, and ${booking.bags} here`,
    ],
    [order.flights.join() !== booking.flights.join(), 'other flights at the airline'],
    [order.isAnswered !== booking.isAnswered, 'a change by the airline is answered on one side'],
    [
      isChanged && openCases.length > 0 && !isUnpaid && !isReported,
      `a case is left open: ${openCases.join(', ')}`,
    ],
  ];
}

function compareChangeMails({ changes, mails }: Facts): [boolean, string][] {
  const has = (state: string) => changes.some((change) => change.state === state);
  const isTold = (...texts: string[]) =>
    mails.some(({ subject }) => texts.some((text) => subject.includes(text)));
  const isToldChanged =
    isTold('Bags are added') || mails.some(({ subject }) => subject.endsWith('is changed'));
  const isToldUnchanged = isTold('is not changed');
  return [
    [has('done') && !isToldChanged, 'changed without a mail'],
    [!has('done') && isToldChanged, 'a mail says changed, and nothing is'],
    [has('unpaid') && !isTold('not paid for yet'), 'a change is not paid, and no mail says so'],
    [
      !has('unpaid') && !has('done') && isTold('not paid for yet'),
      'a mail says not paid, and no change is made',
    ],
    [has('failed') && !isToldUnchanged, 'a change has failed without a mail'],
    [!has('failed') && isToldUnchanged, 'a mail says not changed, and no change has failed'],
  ];
}

const sumUp = <Key extends string>(items: readonly Record<Key, number>[], key: Key): number =>
  items.reduce((sum, item) => sum + item[key], 0);

function compareAnswer(
  { kind }: Told,
  { bookings, changes, live, captured, mails }: Facts & { live: unknown[]; captured: unknown[] },
): [boolean, string][] {
  const isBooked = live.length === 1 && captured.length === 1;
  const wasCancelled = bookings.some(({ state }) => ['cancelling', 'cancelled'].includes(state));
  if (kind === 'confirmed') return [[!isBooked && !wasCancelled, 'told confirmed, and not booked']];
  if (kind === 'cancelled') return [[!wasCancelled, 'told cancelled, and not cancelled']];
  const isChanged =
    changes.some(({ state }) => state === 'done') || bookings.some(({ isAnswered }) => isAnswered);
  if (kind === 'changed') return [[!isChanged, 'told changed, and not changed']];
  if (kind === 'unchanged') return [[isChanged, 'told not changed, and changed']];
  if (kind !== 'pending') return [];
  const hasResult = mails.some(
    ({ subject }) => !/^Your (booking is being confirmed$|account at )/.test(subject),
  );
  return [[!hasResult, 'told pending, and no mail with the result']];
}
