import type { PassengerForm } from '@fareline/contracts';
import { passportsNotKept } from '@fareline/contracts/promises';
import { addDays, today } from '@fareline/presentation/formats';
import { Field, Input, Select } from '@fareline/ui-theme';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { listOtherCountries, passportCountries } from './countries.ts';
import { fieldId } from './error-summary.tsx';
import { normalisePassportNumber, passportHint } from './passport-rules.ts';

const countryOptions = [
  { value: '', label: 'Please choose' },
  ...passportCountries.map(([value, label]) => ({ value, label })),
  ...listOtherCountries().map(([value, label]) => ({ value, label, group: 'All other countries' })),
];

/** Number, expiry date and issuing country of a passport. (PAX-10, PAX-14 to PAX-20) */
export function PassportFields({
  form,
  index,
  isRequired,
  isLost,
  lastArrivalDay,
}: {
  form: UseFormReturn<PassengerForm>;
  index: number;
  isRequired: boolean;
  /** A reload has cleared the number, and it was not entered again. */
  isLost: boolean;
  /** Local date of the last arrival. */
  lastArrivalDay: string;
}) {
  const { control, register, formState } = form;
  const expiry = useWatch({ control, name: `passengers.${index}.passportExpiryDate` });
  const errors = formState.errors.passengers?.[index];
  const label = (text: string) => (isRequired ? text : `${text} (optional)`);
  const number = `passengers.${index}.passportNumber` as const;
  return (
    <div className="mt-4 grid items-start gap-4 sm:grid-cols-3">
      <Field
        label={label('Passport number')}
        required={isRequired}
        controlId={fieldId(index, 'passportNumber')}
        hint={isLost ? passportsNotKept : undefined}
        error={errors?.passportNumber?.message}
      >
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...register(number, {
            onChange: (event: { target: { value: string } }) =>
              form.setValue(number, normalisePassportNumber(event.target.value), {
                shouldValidate: formState.isSubmitted,
              }),
          })}
        />
      </Field>
      <Field
        label={label('Passport expiry')}
        required={isRequired}
        controlId={fieldId(index, 'passportExpiryDate')}
        hint={passportHint(expiry, today(), lastArrivalDay)}
        error={errors?.passportExpiryDate?.message}
      >
        <Input
          type="date"
          min={addDays(today(), 1)}
          autoComplete="off"
          {...register(`passengers.${index}.passportExpiryDate`)}
        />
      </Field>
      <Controller
        control={control}
        name={`passengers.${index}.passportIssuingCountry`}
        render={({ field: { value, onChange, name, onBlur } }) => (
          <Field
            label={label('Issuing country')}
            required={isRequired}
            controlId={fieldId(index, 'passportIssuingCountry')}
            error={errors?.passportIssuingCountry?.message}
          >
            <Select
              options={countryOptions}
              value={value}
              onValueChange={onChange}
              name={name}
              onBlur={onBlur}
            />
          </Field>
        )}
      />
    </div>
  );
}
