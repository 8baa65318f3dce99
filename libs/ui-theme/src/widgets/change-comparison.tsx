import type { BookingChange, BookingData, CancellationMoment } from '@fareline/contracts';
import { compareChange } from '@fareline/presentation/formats';
import { Sentence } from '../components/sentence.tsx';

interface ChangeComparisonProps {
  change: Pick<BookingChange, 'removed_slices' | 'slices' | 'terms'>;
  trip: Pick<BookingData, 'passengers' | 'total_currency'>;
  moment: CancellationMoment;
}

/** Fare, rules, seats and bags of the old and the new flights of a change, side by side; nothing of bags. (RULE-02) */
export function ChangeComparison({ change, trip, moment }: ChangeComparisonProps) {
  const lines = compareChange(change, trip, moment);
  if (lines.length === 0) return null;
  return (
    <table className="ui-comparison">
      <caption className="ui-visually-hidden">Fare and rules before and after</caption>
      <thead>
        <tr>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      {lines.map(({ label, before, after }) => (
        <tbody key={label}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              {label}
            </th>
          </tr>
          <tr>
            <td>
              <Sentence>{before}</Sentence>
            </td>
            <td>
              <Sentence>{after}</Sentence>
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}
