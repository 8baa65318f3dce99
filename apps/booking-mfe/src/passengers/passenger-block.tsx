import type { PassengerFields, PassengerForm } from '@fareline/contracts';
import { Card, Field, Input, Select, today } from '@fareline/ui-theme';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { fieldId } from './error-summary.tsx';
import { passengerLabels } from './passenger-fields.ts';
import { PassportFields } from './passport-fields.tsx';
import { parsePhone } from './phone.ts';

export interface PassengerBlockProps {
  form: UseFormReturn<PassengerForm>;
  index: number;
  passportsRequired: boolean;
  /** Where a national phone number is from. */
  country: string;
}

const titleOptions = [
  { value: '', label: 'None' },
  { value: 'mr', label: 'Mr' },
  { value: 'ms', label: 'Ms' },
  { value: 'mrs', label: 'Mrs' },
  { value: 'miss', label: 'Miss' },
  { value: 'dr', label: 'Dr' },
];
const genderOptions = [
  { value: '', label: 'Please choose' },
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'undisclosed', label: 'Undisclosed' },
];

/** One passenger. (PAX-02, PAX-04 to PAX-09, PROVIDER-37) */
export function PassengerBlock({ form, index, passportsRequired, country }: PassengerBlockProps) {
  const { register, control, getValues, formState } = form;
  const isPrimary = index === 0;
  const { type } = getValues(`passengers.${index}`);
  const phone = useWatch({ control, name: `passengers.${index}.phone` });
  const read = phone && !phone.trim().startsWith('+') ? parsePhone(phone, country) : undefined;
  const errorOf = (field: keyof PassengerFields) => formState.errors.passengers?.[index]?.[field]?.message;
  const input = (field: keyof PassengerFields) => ({
    ...register(`passengers.${index}.${field}`),
    autoComplete: isPrimary ? autoComplete[field] : 'off',
  });
  const field = (name: keyof PassengerFields) => ({ controlId: fieldId(index, name), error: errorOf(name) });

  return (
    <Card asChild className="p-5 lg:p-6">
      <fieldset>
        <legend className="booking-legend">
          Passenger {index + 1}: {passengerLabels[type]}
        </legend>
        <div className="grid items-start gap-4 sm:grid-cols-6">
          <Controller
            control={control}
            name={`passengers.${index}.title`}
            render={({ field: { value, onChange, name, onBlur } }) => (
              <Field className="sm:col-span-2" label="Title (optional)" {...field('title')}>
                <Select
                  options={titleOptions}
                  value={value}
                  onValueChange={onChange}
                  name={name}
                  onBlur={onBlur}
                />
              </Field>
            )}
          />
          <Field className="sm:col-span-2" label="First name" required {...field('firstName')}>
            <Input {...input('firstName')} />
          </Field>
          <Field className="sm:col-span-2" label="Last name" required {...field('lastName')}>
            <Input {...input('lastName')} />
          </Field>
          <Field className="sm:col-span-3" label="Date of birth" required {...field('dateOfBirth')}>
            <Input type="date" max={today()} {...input('dateOfBirth')} />
          </Field>
          <Controller
            control={control}
            name={`passengers.${index}.gender`}
            render={({ field: { value, onChange, name, onBlur } }) => (
              <Field
                className="sm:col-span-3"
                label="Gender, as in the passport"
                hint="Airlines must pass it on with the passenger list."
                {...field('gender')}
              >
                <Select
                  options={genderOptions}
                  value={value}
                  onValueChange={onChange}
                  name={name}
                  onBlur={onBlur}
                />
              </Field>
            )}
          />
        </div>
        <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={isPrimary ? 'Email' : 'Email (optional)'}
            required={isPrimary}
            hint={isPrimary ? 'Your confirmation goes here.' : undefined}
            {...field('email')}
          >
            <Input type="email" inputMode="email" {...input('email')} />
          </Field>
          <Field
            label={isPrimary ? 'Phone' : 'Phone (optional)'}
            required={isPrimary}
            hint={
              read ? `We read this as ${read.international}.` : 'With country code, such as +1 212 555 0142.'
            }
            {...field('phone')}
          >
            <Input type="tel" inputMode="tel" {...input('phone')} />
          </Field>
        </div>
        <PassportFields form={form} index={index} isRequired={passportsRequired} />
      </fieldset>
    </Card>
  );
}

const autoComplete: Partial<Record<keyof PassengerFields, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  dateOfBirth: 'bday',
  email: 'email',
  phone: 'tel',
};
