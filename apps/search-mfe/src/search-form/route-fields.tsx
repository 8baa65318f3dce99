import { Field, IconButton } from '@fareline/ui-theme';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import PlaneLanding from 'lucide-react/icons/plane-landing';
import PlaneTakeoff from 'lucide-react/icons/plane-takeoff';
import { useRef } from 'react';
import { AirportPicker, type AirportPickerHandle } from '../airports/airport-picker.tsx';
import type { FieldErrors } from './validate-search.ts';
import type { SearchFormValues } from './form-values.ts';

interface RouteFieldsProps {
  values: SearchFormValues;
  errors: FieldErrors;
  onChange: (changes: Partial<SearchFormValues>) => void;
  /** Called on a phone once both fields have been filled in one after the other. */
  onFilledInSheets: () => void;
}

/** Origin and destination with the button that swaps them. On a phone the sheet of one that is filled leads to what is missing. */
export function RouteFields({ values, errors, onChange, onFilledInSheets }: RouteFieldsProps) {
  const destination = useRef<AirportPickerHandle>(null);
  return (
    <div className="relative grid gap-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:gap-1">
      <Field label="From" error={errors.origin} required>
        <AirportPicker
          value={values.origin}
          onValueChange={(origin) => onChange({ origin })}
          {...(values.destination === '' && { onPickedInSheet: () => destination.current?.open() })}
          sheetTitle="Where from?"
          placeholder="City or airport"
          icon={<PlaneTakeoff size={18} />}
        />
      </Field>
      <IconButton
        label="Swap origin and destination"
        className="absolute top-13.5 right-3 z-10 rotate-90 rounded-round border border-line bg-card md:static md:mt-6.5 md:h-11 md:w-8 md:rotate-0 md:border-transparent"
        onClick={() => onChange({ origin: values.destination, destination: values.origin })}
      >
        <ArrowLeftRight size={16} />
      </IconButton>
      <Field label="To" error={errors.destination} required>
        <AirportPicker
          ref={destination}
          value={values.destination}
          onValueChange={(destination) => onChange({ destination })}
          {...(values.destination === '' && { onPickedInSheet: onFilledInSheets })}
          sheetTitle="Where to?"
          placeholder="City or airport"
          icon={<PlaneLanding size={18} />}
        />
      </Field>
    </div>
  );
}
