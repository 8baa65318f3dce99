import { ArrowLeftRight, Field, IconButton, PlaneLanding, PlaneTakeoff } from '@fareline/ui-theme';
import { AirportPicker } from '../airports/airport-picker.tsx';
import type { FieldErrors } from './check-search.ts';
import type { SearchFormValues } from './form-values.ts';

interface RouteFieldsProps {
  values: SearchFormValues;
  errors: FieldErrors;
  onChange: (changes: Partial<SearchFormValues>) => void;
}

/** Origin and destination with the button that swaps them between. */
export function RouteFields({ values, errors, onChange }: RouteFieldsProps) {
  return (
    <div className="relative grid gap-4 md:grid-cols-2 lg:gap-3">
      <Field label="From" error={errors.origin} required>
        <AirportPicker
          value={values.origin}
          onValueChange={(origin) => onChange({ origin })}
          question="Where from?"
          placeholder="City or airport"
          icon={<PlaneTakeoff aria-hidden size={18} strokeWidth={1.5} />}
        />
      </Field>
      <Field label="To" error={errors.destination} required>
        <AirportPicker
          value={values.destination}
          onValueChange={(destination) => onChange({ destination })}
          question="Where to?"
          placeholder="City or airport"
          icon={<PlaneLanding aria-hidden size={18} strokeWidth={1.5} />}
        />
      </Field>
      <IconButton
        label="Swap origin and destination"
        className="absolute top-14 right-3 rotate-90 rounded-round border border-line bg-card md:top-[1.75rem] md:right-auto md:left-1/2 md:-translate-x-1/2 md:rotate-0"
        onClick={() => onChange({ origin: values.destination, destination: values.origin })}
      >
        <ArrowLeftRight aria-hidden size={16} strokeWidth={1.5} />
      </IconButton>
    </div>
  );
}
