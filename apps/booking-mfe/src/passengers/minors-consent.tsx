import type { PassengerForm, Slice } from '@fareline/contracts';
import { areAllMinors } from '@fareline/contracts/schemas';
import { today } from '@fareline/presentation/formats';
import { Alert, Checkbox } from '@fareline/ui-theme/widgets';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { consentId } from './error-summary.tsx';

interface MinorsConsentProps {
  form: UseFormReturn<PassengerForm>;
  slices: readonly Slice[];
}

/** Asks for consent while all passengers are under 16. (RULE-06) */
export function MinorsConsent({ form: { control, formState }, slices }: MinorsConsentProps) {
  const passengers = useWatch({ control, name: 'passengers' });
  if (!areAllMinors(passengers, { slices, today: today() })) return null;
  const error = formState.errors.minorsConsent?.message;
  const errorId = `${consentId}-error`;
  return (
    <Alert variant="warning" title="All passengers are under 16">
      <p>
        Airlines have rules of their own for minors who travel without an adult: some ask for a form or a paid
        escort, others do not take them. Please ask the airline before you pay.
      </p>
      <Controller
        control={control}
        name="minorsConsent"
        render={({ field: { value, onChange, onBlur } }) => (
          <Checkbox
            className="mt-2"
            id={consentId}
            label="I agree that all passengers are under 16 and travel without an adult"
            checked={value === true}
            onCheckedChange={(checked) => onChange(checked === true)}
            onBlur={onBlur}
            {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
          />
        )}
      />
      {error && (
        <p id={errorId} className="mt-1 font-semibold text-destructive-ink">
          {error}
        </p>
      )}
    </Alert>
  );
}
