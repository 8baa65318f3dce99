import fc from 'fast-check';

export const victims = ['payments', 'accounts', 'flights', 'edge', 'postgres', 'redis'] as const;
/** What the provider does with one call; `late` and `too late` commit within and after the settle time, without an answer. */
export const outcomes = ['ok', 'refused', '500', 'lost', 'late', 'too late', 'hang', 'malformed'] as const;
const attempts = [
  ...(['plain', 'double click', 'two tabs', 'two keys'] as const),
  ...(['client gone', 'challenge', 'extras', 'book and cancel'] as const),
];
type Attempt = (typeof attempts)[number];
export type ProviderCall = 'authorise' | 'order' | 'capture' | 'cancel' | 'refund';

export interface CrashCase {
  seed: number;
  victim: (typeof victims)[number];
  outcome: (typeof outcomes)[number];
  attempt: Attempt;
  /** The call that the outcome is of. */
  call: ProviderCall;
  /** Where payments is when the victim dies. */
  point: string;
  /** Whether a call that hangs or is answered with nonsense has an effect. */
  isCommitted: boolean;
}

const aroundCommit = (table: string, ...states: string[]) =>
  states.flatMap((state) => [`before:${table}:${state}`, `after:${table}:${state}`]);
const aroundCall = (...names: string[]) => aroundCommit('call', ...names);

const card = [...aroundCommit('payment', 'authorising', 'authorised'), ...aroundCall('authorise')];
const challenge = [...aroundCommit('payment', 'challenged'), ...aroundCall('retrieve')];
const ordering = [...aroundCommit('booking', 'authorised', 'ordering'), ...aroundCall('order')];
const pending = [
  ...aroundCommit('booking', 'pending'),
  'after:call:find-order',
  'before:outbox:mail_pending',
];
const unpaid = [...aroundCommit('booking', 'voiding', 'voided'), ...aroundCall('void')];
const released = [...aroundCommit('booking', 'releasing'), ...aroundCall('cancel-unpaid-order')];
const capturing = [
  ...aroundCommit('booking', 'ordered', 'capturing'),
  ...aroundCommit('payment', 'capturing'),
  ...aroundCall('capture'),
];
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

type Drawn = Pick<CrashCase, 'attempt' | 'call' | 'isCommitted' | 'outcome'>;

/** The kill points that an attempt can come to, so that few runs go by without a death. */
function listPoints({ attempt, call, outcome, isCommitted }: Drawn): string[] {
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

/**
 * The case of a seed, from 1 on: 48 seeds in a row have each victim with each outcome, 384 of them with each attempt; the rest is
 * drawn.
 */
export function drawCase(seed: number): CrashCase {
  const index = seed - 1;
  const cell = (index * 7) % (victims.length * outcomes.length);
  const victim = victims[cell % victims.length]!;
  const outcome = outcomes[Math.floor(cell / victims.length)]!;
  const round = Math.floor(index / (victims.length * outcomes.length));
  const attempt = attempts[(index + round) % attempts.length]!;
  const calls: ProviderCall[] = ['authorise', 'order', 'capture'];
  const arbitrary = fc
    .record({
      call: fc.constantFrom(
        ...calls,
        ...(attempt === 'book and cancel' ? ['cancel' as const, 'refund' as const] : []),
      ),
      isCommitted: fc.boolean(),
    })
    .chain((drawn) =>
      fc
        .constantFrom(...listPoints({ ...drawn, attempt, outcome }))
        .map((point) => ({ ...drawn, seed, victim, outcome, attempt, point })),
    );
  // Neighbouring seeds would draw alike.
  return fc.sample(arbitrary, { seed: Math.imul(seed, 0x9e3779b1), numRuns: 1 })[0]!;
}
