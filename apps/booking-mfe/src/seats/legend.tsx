import { classNames, Sentence } from '@fareline/ui-theme';
import { getPassengerColour } from './passenger-chips.tsx';
import { formatSeatPrice, priceShades, seatShape, seatStates } from './seat-cell.tsx';

/** From the lightest to the darkest range. */
const allShades =
  'bg-[linear-gradient(135deg,var(--color-card)_30%,color-mix(in_srgb,var(--color-primary)_36%,var(--color-card)))]';

const samples = [
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
      .join('–'),
    className: classNames(seatStates.available, priceShades[index]),
  }));
  const available = {
    label: 'Available',
    className: classNames(seatStates.available, prices.length > 1 ? allShades : priceShades[0]),
  };
  return (
    <div className="grid gap-2">
      <LegendList label="Legend" items={[available, ...samples]} />
      <LegendList label="Seat prices" items={prices} />
    </div>
  );
}

function LegendList({ label, items }: { label: string; items: typeof samples }) {
  return (
    <ul
      className={classNames(
        'grid gap-x-3 gap-y-2 text-small/body sm:flex sm:flex-wrap sm:gap-x-4',
        items.length === 3 ? 'grid-cols-[repeat(3,auto)] justify-between' : 'grid-cols-2',
      )}
      aria-label={label}
    >
      {items.map((item) => (
        <li key={item.label} className="flex items-center gap-1.5 sm:gap-2">
          <span
            className={classNames(seatShape, item.className, 'size-5 cursor-default sm:size-6')}
            aria-hidden
          />
          <Sentence>{item.label}</Sentence>
        </li>
      ))}
    </ul>
  );
}
