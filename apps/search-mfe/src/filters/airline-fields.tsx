import type { Offer } from '@fareline/contracts';
import { Checkbox } from '@fareline/ui-theme/widgets';
import { useMemo } from 'react';
import { getAirlineChoices } from './airline-choices.ts';
import { toggleValue } from './filter-model.ts';

interface AirlineFieldsProps {
  offers: readonly Offer[];
  /** Whether `offers` is the whole result; counts are shown only then. */
  isWhole: boolean;
  chosen: readonly string[];
  onChange: (airlines: string[]) => void;
}

/** A checkbox for each airline, with its number of offers. (FILTER-07 to FILTER-09) */
export function AirlineFields({ offers, isWhole, chosen, onChange }: AirlineFieldsProps) {
  const choices = useMemo(() => getAirlineChoices(offers), [offers]);
  return choices.map(({ code, name, count }) => (
    <Checkbox
      key={code}
      className={isWhole && count === 0 ? 'text-text-muted' : ''}
      label={name}
      note={isWhole ? count : undefined}
      checked={chosen.includes(code)}
      onCheckedChange={() => onChange(toggleValue(chosen, code))}
    />
  ));
}
