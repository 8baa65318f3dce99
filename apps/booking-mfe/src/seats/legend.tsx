import { classNames, Sentence } from '@fareline/ui-theme';
import { getPassengerColour } from './passenger-chips.tsx';
import { formatSeatPrice, priceShades, seatShape, seatStates } from './seat-cell.tsx';

const samples = [
  { label: 'Available', className: classNames(seatStates.available, priceShades[0]) },
  { label: 'Selected', className: classNames(seatStates.selected, getPassengerColour('A')) },
  { label: 'Unavailable', className: seatStates.unavailable },
];

interface LegendProps {
  /** The prices of the seats, from low to high in each range. */
  ranges: readonly (readonly string[])[];
  currency: string;
}

/** Explains the seat colours. (SEAT-01, SEAT-10) */
export function Legend({ ranges, currency }: LegendProps) {
  const prices = ranges.map((range, index) => ({
    label: [...new Set([range[0], range.at(-1)])]
      .map((amount = '') => formatSeatPrice(amount, currency))
      .join(' to '),
    className: classNames(seatStates.available, priceShades[index]),
  }));
  return (
    <div className="grid gap-2">
      <LegendList label="Legend" items={samples} />
      <LegendList label="Seat prices" items={prices} />
    </div>
  );
}

function LegendList({ label, items }: { label: string; items: typeof samples }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-2 text-small/body" aria-label={label}>
      {items.map((item) => (
        <li key={item.label} className="flex items-center gap-2">
          <span className={classNames(seatShape, item.className, 'size-6 cursor-default')} aria-hidden />
          <Sentence>{item.label}</Sentence>
        </li>
      ))}
    </ul>
  );
}
