import fc from 'fast-check';

export const victims = ['payments', 'accounts', 'flights', 'edge', 'postgres', 'redis'] as const;
/** What the provider does with one call; `late` and `too late` commit within and after the settle time, without an answer. */
export const outcomes = ['ok', 'refused', '500', 'lost', 'late', 'too late', 'hang', 'malformed'] as const;
const bookingAttempts = [
  ...(['plain', 'double click', 'two tabs', 'two keys'] as const),
  ...(['client gone', 'challenge', 'extras', 'book and cancel'] as const),
];
/** What happens to a trip that is booked. (TRIP-08) */
const tripAttempts = [
  'paid change',
  'refunded change',
  'refused change',
  'later bags',
  'airline change',
  'disputed cancellation',
] as const;
type BookingAttempt = (typeof bookingAttempts)[number];
type TripAttempt = (typeof tripAttempts)[number];
export type ProviderCall =
  | ('authorise' | 'order' | 'capture' | 'cancel' | 'refund')
  | ('change' | 'bags' | 'void' | 'accept');

export interface CrashCase {
  seed: number;
  victim: (typeof victims)[number];
  outcome: (typeof outcomes)[number];
  attempt: BookingAttempt | TripAttempt;
  /** The call that the outcome is of. */
  call: ProviderCall;
  /** Where payments is when the victim dies. */
  point: string;
  /** Whether a call that hangs or is answered with nonsense has an effect. */
  isCommitted: boolean;
}

export type TripCase = CrashCase & { attempt: TripAttempt };

/** The currency in which a trip is sold, by turns: with two, no and three decimals. */
export const getCurrency = ({ seed }: Pick<CrashCase, 'seed'>): 'USD' | 'JPY' | 'KWD' =>
  (['USD', 'JPY', 'KWD'] as const)[seed % 3]!;

export const isTripCase = (crashCase: Pick<CrashCase, 'attempt'>): crashCase is TripCase =>
  tripAttempts.some((attempt) => attempt === crashCase.attempt);

const aroundCommit = (table: string, ...states: string[]) =>
  states.flatMap((state) => [`before:${table}:${state}`, `after:${table}:${state}`]);
const aroundCall = (...names: string[]) => aroundCommit('call', ...names);

const card = [...aroundCommit('payment', 'authorising', 'authorised'), ...aroundCall('authorise')];
const challenge = [...aroundCommit('payment', 'challenged'), ...aroundCall('retrieve')];
const ordering = [...aroundCommit('booking', 'authorised'), ...aroundCall('order')];
const pending = [
  ...aroundCommit('booking', 'pending'),
  'after:call:find-order',
  'before:outbox:mail_pending',
];
const unpaid = [...aroundCommit('booking', 'voiding', 'voided'), ...aroundCall('void')];
const released = [...aroundCommit('booking', 'releasing'), ...aroundCall('cancel-unpaid-order')];
const charging = [...aroundCommit('payment', 'capturing'), ...aroundCall('capture')];
const capturing = [...aroundCommit('booking', 'ordered', 'capturing'), ...charging];
const paid = [
  ...aroundCommit('payment', 'captured'),
  ...aroundCommit('booking', 'confirmed'),
  ...aroundCommit('outbox', 'mail_confirmed'),
];
const cancelled = [
  ...aroundCommit('booking', 'cancelling', 'cancelled'),
  ...aroundCall('cancel', 'refund'),
  ...aroundCommit('outbox', 'mail_cancelled'),
];

const changing = [...aroundCommit('booking', 'changing'), ...aroundCall('change')];
const changed = [
  ...aroundCommit('booking', 'charging_change', 'confirmed'),
  ...aroundCommit('outbox', 'mail_changed'),
];
const unchanged = [
  ...aroundCommit('booking', 'voiding_change', 'confirmed'),
  ...aroundCommit('payment', 'voiding', 'voided'),
  ...aroundCall('void'),
  ...aroundCommit('outbox', 'mail_change_failed'),
];

type Drawn = Pick<CrashCase, 'attempt' | 'call' | 'isCommitted' | 'outcome'>;

/** The kill points that an attempt to book can come to, so that few runs go by without a death. */
function listBookingPoints({ attempt, call, outcome, isCommitted }: Drawn): string[] {
  const before = [...card, ...(attempt === 'challenge' ? challenge : [])];
  if (call === 'authorise' && outcome === 'refused') return before;
  const hasNoOrder =
    ['refused', 'too late'].includes(outcome) ||
    (!isCommitted && ['500', 'hang', 'malformed'].includes(outcome));
  const unclear = ['ok', 'refused'].includes(outcome) ? [] : pending;
  if (call === 'order' && hasNoOrder) return [...before, ...ordering, ...unclear, ...unpaid];
  if (call === 'order') return [...before, ...ordering, ...unclear, ...capturing, ...paid];
  if (call === 'capture' && outcome === 'refused') return [...ordering, ...capturing, ...released];
  return attempt === 'book and cancel' ? cancelled : [...before, ...ordering, ...capturing, ...paid];
}

/** The kill points of what happens to a booked trip. */
function listTripPoints({ attempt, call, outcome }: Drawn): string[] {
  const isRefused = outcome === 'refused';
  if (attempt === 'disputed cancellation') return cancelled;
  if (attempt === 'airline change')
    return [...aroundCommit('outbox', 'mail_airline_change'), ...aroundCall('accept-change')];
  if (attempt === 'refunded change')
    return isRefused && call === 'change'
      ? [...changing, ...aroundCommit('booking', 'voiding_change', 'confirmed')]
      : [...changing, ...changed, ...aroundCall('refund')];
  if (call === 'authorise' && isRefused) return card;
  if (attempt === 'refused change' || (isRefused && ['change', 'bags'].includes(call)))
    return [...card, ...changing, ...unchanged];
  if (call === 'capture' && isRefused)
    return [...changing, ...aroundCommit('booking', 'charging_change', 'confirmed'), ...charging];
  return [...card, ...changing, ...charging, ...aroundCommit('payment', 'captured'), ...changed];
}

const calls: Partial<Record<CrashCase['attempt'], ProviderCall[]>> = {
  'paid change': ['authorise', 'change', 'capture'],
  'refunded change': ['change', 'refund'],
  'refused change': ['change', 'void'],
  'later bags': ['authorise', 'bags', 'capture'],
  'airline change': ['accept'],
  'disputed cancellation': ['cancel', 'refund'],
  'book and cancel': ['authorise', 'order', 'capture', 'cancel', 'refund'],
};

/** The card provider never refuses to void. */
const listCalls = ({ attempt, outcome }: Pick<Drawn, 'attempt' | 'outcome'>): ProviderCall[] =>
  (calls[attempt] ?? ['authorise', 'order', 'capture']).filter(
    (call) => call !== 'void' || outcome !== 'refused',
  );

/** 48 seeds in a row have each victim with each outcome; the call and the point are drawn. */
function draw<Attempt extends CrashCase['attempt']>(
  seed: number,
  attempts: readonly Attempt[],
  listPoints: (drawn: Drawn) => string[],
): CrashCase & { attempt: Attempt } {
  const index = seed - 1;
  const cell = (index * 7) % (victims.length * outcomes.length);
  const victim = victims[cell % victims.length]!;
  const outcome = outcomes[Math.floor(cell / victims.length)]!;
  const round = Math.floor(index / (victims.length * outcomes.length));
  const attempt = attempts[(index + round) % attempts.length]!;
  const arbitrary = fc
    .record({ call: fc.constantFrom(...listCalls({ attempt, outcome })), isCommitted: fc.boolean() })
    .chain((drawn) =>
      fc
        .constantFrom(...listPoints({ ...drawn, attempt, outcome }))
        .map((point) => ({ ...drawn, seed, victim, outcome, attempt, point })),
    );
  // Neighbouring seeds would draw alike.
  return fc.sample(arbitrary, { seed: Math.imul(seed, 0x9e3779b1), numRuns: 1 })[0]!;
}

/** The case of a booking of a seed, from 1 on; 384 seeds in a row also have each attempt with each victim and outcome. */
export const drawCase = (seed: number) => draw(seed, bookingAttempts, listBookingPoints);

/** The case of a booked trip of a seed, from 1 on; 288 seeds in a row also have each attempt with each victim and outcome. */
export const drawTripCase = (seed: number): TripCase => draw(seed, tripAttempts, listTripPoints);
