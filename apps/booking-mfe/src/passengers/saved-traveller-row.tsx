import type { PassengerForm, SavedTraveller } from '@fareline/contracts';
import { useId } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { findFitting, getTravellerName, isChosen } from './saved-travellers.ts';

interface SavedTravellerRowProps {
  control: Control<PassengerForm>;
  index: number;
  travellers: readonly SavedTraveller[];
  lastFlightDay: string;
  onChoose: (traveller: SavedTraveller) => void;
}

/** One button for each saved traveller whose age fits the passenger; a press fills in the fields. */
export function SavedTravellerRow({
  control,
  index,
  travellers,
  lastFlightDay,
  onChoose,
}: SavedTravellerRowProps) {
  const labelId = useId();
  const passengers = useWatch({ control, name: 'passengers' });
  const fitting = findFitting(travellers, passengers[index]!, lastFlightDay);
  if (fitting.length === 0) return null;
  return (
    <div role="group" aria-labelledby={labelId} className="clear-both mb-4 grid gap-2">
      <p id={labelId} className="caption-text">
        Saved travellers
      </p>
      <div className="flex flex-wrap gap-2">
        {fitting.map((traveller) => {
          const chosenBy = passengers.findIndex((fields) => isChosen(traveller, fields));
          const isTaken = chosenBy >= 0 && chosenBy !== index;
          return (
            <button
              key={traveller.id}
              type="button"
              className="min-h-11 max-w-full cursor-pointer rounded-round border border-line bg-card px-4 py-1 text-start wrap-anywhere aria-disabled:cursor-default aria-disabled:text-text-muted aria-pressed:border-primary aria-pressed:[box-shadow:inset_0_0_0_1px_var(--color-primary)]"
              aria-pressed={chosenBy === index}
              aria-disabled={isTaken || undefined}
              onClick={isTaken ? undefined : () => onChoose(traveller)}
            >
              <span translate="no" className="font-semibold">
                {getTravellerName(traveller)}
              </span>
              {isTaken && (
                <>
                  {' '}
                  <span className="caption-text">{`(passenger ${chosenBy + 1})`}</span>
                </>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}
