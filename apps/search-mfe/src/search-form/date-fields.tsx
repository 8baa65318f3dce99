import { DateField, Field, today } from '@fareline/ui-theme';
import { useMemo, useState } from 'react';
import type { FieldErrors } from './validate-search.ts';
import type { SearchFormValues } from './form-values.ts';
import { formatPriceFootnote, toDayNotes } from './price-notes.ts';
import { useDayPrices } from './day-price-queries.ts';

interface DateFieldsProps {
  values: SearchFormValues;
  errors: FieldErrors;
  onChange: (changes: Partial<SearchFormValues>) => void;
}

/** Hides the icon between 1024 and 1280 px, where the row has no room for it. */
const narrow = 'lg:max-xl:px-2.5 lg:max-xl:[&>svg]:hidden';

/** Departure and return date; the return is disabled for one-way. (FORM-04, FORM-06, FORM-08, FORM-09, SUPPORT-04) */
export function DateFields({ values, errors, onChange }: DateFieldsProps) {
  const { days, load } = useDayPrices(values);
  const [now, setNow] = useState(0);
  const notes = useMemo(() => toDayNotes(days, now), [days, now]);
  const isOneWay = values.tripType === 'one-way';
  return (
    <div className="grid grid-cols-2 gap-3 lg:gap-2">
      <Field label="Departure" error={errors.departureDate} required>
        <DateField
          className={narrow}
          value={values.departureDate}
          min={today()}
          onValueChange={(departureDate) => onChange({ departureDate })}
          notes={notes}
          footer={formatPriceFootnote(days, now)}
          onOpen={() => {
            setNow(Date.now());
            load();
          }}
        />
      </Field>
      <Field label="Return" error={errors.returnDate}>
        <DateField
          className={narrow}
          value={isOneWay ? undefined : values.returnDate}
          min={values.departureDate ?? today()}
          disabled={isOneWay}
          placeholder={isOneWay ? 'One way' : 'Choose a date'}
          onValueChange={(returnDate) => onChange({ returnDate })}
        />
      </Field>
    </div>
  );
}
