import { classNames } from '@fareline/ui-theme';
import { getPassengerColour } from './passenger-chips.tsx';
import { seatShape, seatStates } from './seat-cell.tsx';

const samples = [
  { label: 'Available', className: seatStates.available },
  { label: 'Selected', className: classNames(seatStates.selected, getPassengerColour('A')) },
  { label: 'Unavailable', className: seatStates.unavailable },
];

/** Explains the seat colours. (SEAT-01) */
export function Legend() {
  return (
    <ul className="flex flex-wrap gap-4 text-small/body" aria-label="Legend">
      {samples.map(({ label, className }) => (
        <li key={label} className="flex items-center gap-2">
          <span className={classNames(seatShape, className, 'size-6 cursor-default')} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  );
}
