import { describeCard, type BookingRecord } from '@fareline/contracts';
import { formatInstant, formatPriceWithCode } from '@fareline/presentation/formats';
import { Line } from './line.tsx';
import { Section } from './section.tsx';

type RecordedChange = BookingRecord['changes'][number];

const stateLabels: Record<RecordedChange['state'], string> = {
  quoted: 'offered',
  under_way: 'waits for the airline',
  done: 'done',
  failed: 'not made',
  review: 'made, but not paid: a person decides',
};

function describeState({ state, expires_at, failure }: RecordedChange): string {
  if (failure) return `${stateLabels[state]}: ${failure}`;
  if (state !== 'quoted' || expires_at === null) return stateLabels[state];
  return Date.parse(expires_at) <= Date.now()
    ? `offered, and not paid by ${formatInstant(expires_at)}`
    : `offered, to be paid by ${formatInstant(expires_at)}`;
}

function describePrice({ charge_amount, refund_amount, credit_amount, currency, card }: RecordedChange) {
  const format = (amount: string) => formatPriceWithCode(amount, currency);
  const target = card ? ` ${describeCard(card)}` : '';
  if (Number(charge_amount) > 0) return `${format(charge_amount)}${target && ` from${target}`}`;
  if (Number(refund_amount) > 0) return `${format(refund_amount)} back${target && ` to${target}`}`;
  return Number(credit_amount) > 0 ? `${format(credit_amount)} as credit` : 'no cost';
}

/** Tells a change from the others of its booking. */
export const nameChange = ({ kind, offeredAt, created_at }: RecordedChange): string =>
  `${kind === 'bags' ? 'Bags' : 'Flights'}, ${formatInstant(offeredAt ?? created_at)}`;

/** What was changed of a booking after it was made, or offered to its traveller. (TRIP-07) */
export function RecordedChanges({ changes }: { changes: readonly RecordedChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Section title="Changes">
      <ul>
        {changes.map((change) => (
          <Line
            key={change.id}
            label={nameChange(change)}
            value={`${describePrice(change)}, ${describeState(change)}`}
          />
        ))}
      </ul>
    </Section>
  );
}
