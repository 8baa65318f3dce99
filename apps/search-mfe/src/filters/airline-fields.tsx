import type { Offer } from '@fareline/contracts';
import { Checkbox } from '@fareline/ui-theme/widgets';
import { useMemo } from 'react';
import { airlineChoices } from './airline-choices.ts';
import { toggleValue } from './filter-model.ts';

interface AirlineFieldsProps {
  offers: readonly Offer[];
  /** They are the whole result, so their numbers are worth telling. */
  isWhole: boolean;
  chosen: readonly string[];
  onChange: (airlines: string[]) => void;
}

/** The airlines with their number of offers. (FILTER-07 to FILTER-09) */
export function AirlineFields({ offers, isWhole, chosen, onChange }: AirlineFieldsProps) {
  const choices = useMemo(() => airlineChoices(offers), [offers]);
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
