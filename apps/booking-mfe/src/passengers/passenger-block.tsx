import type { PassengerFields, PassengerForm, SavedTraveller } from '@fareline/contracts';
import { checkInReminder } from '@fareline/contracts/promises';
import { today } from '@fareline/presentation/formats';
import { Card, Field, Input, Select } from '@fareline/ui-theme';
import { Checkbox } from '@fareline/ui-theme/widgets';
import type { ChangeEvent } from 'react';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { fieldId } from './error-summary.tsx';
import { passengerLabels } from './passenger-fields.ts';
import { PassportFields } from './passport-fields.tsx';
import { normaliseNameInput } from './name-input.ts';
import type { ReadPhone } from './phone.ts';
import { findReplaced, getTravellerName } from './saved-travellers.ts';
import { SavedTravellerRow } from './saved-traveller-row.tsx';

export interface PassengerBlockProps {
  form: UseFormReturn<PassengerForm>;
  index: number;
  passportsRequired: boolean;
  isPassportLost: boolean;
  /** Local date of the last arrival. */
  lastArrivalDay: string;
  /** Whether check-in can still be announced. */
  isCheckInAhead: boolean;
  readPhone: ReadPhone;
  /** Undefined for a guest, and while the saved travellers cannot be read. */
  saved: SavedTravellerProps | undefined;
}

interface SavedTravellerProps {
  travellers: readonly SavedTraveller[];
  /** Local date of the last flight, on which an age counts. */
  lastFlightDay: string;
  /** The saved traveller that was chosen last. */
  chosenId: string | undefined;
  onChoose: (traveller: SavedTraveller) => void;
  isSaving: boolean;
  onSavingChange: (isSaving: boolean) => void;
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
];

/** Fields of one passenger. (PAX-02, PAX-04 to PAX-09, PROVIDER-37) */
export function PassengerBlock({
  form,
  index,
  passportsRequired,
  isPassportLost,
  lastArrivalDay,
  isCheckInAhead,
  readPhone,
  saved,
}: PassengerBlockProps) {
  const { register, control, getValues, formState } = form;
  const isPrimary = index === 0;
  const { type } = getValues(`passengers.${index}`);
  const passenger = useWatch({ control, name: `passengers.${index}` });
  const parsedPhone = passenger.phone.trim().startsWith('+') ? undefined : readPhone(passenger);
  const replaced = saved && findReplaced(saved.travellers, passenger, saved.chosenId);
  const getError = (field: keyof PassengerFields) => formState.errors.passengers?.[index]?.[field]?.message;
  const inputProps = (field: keyof PassengerFields) => ({
    ...register(`passengers.${index}.${field}`),
    autoComplete: isPrimary ? autoComplete[field] : 'off',
  });
  const nameProps = (field: 'firstName' | 'lastName') => {
    const { onChange, ...props } = inputProps(field);
    return {
      ...props,
      autoCapitalize: 'words',
      spellCheck: false,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        normaliseNameInput(event);
        return onChange(event);
      },
    };
  };
  const fieldProps = (name: keyof PassengerFields) => ({
    controlId: fieldId(index, name),
    error: getError(name),
  });

  return (
    <Card asChild className="p-5 lg:p-6">
      <fieldset>
        <legend className="section-heading float-left mb-4 w-full">
          Passenger {index + 1}: {passengerLabels[type]}
        </legend>
        {saved && (
          <SavedTravellerRow
            control={control}
            index={index}
            travellers={saved.travellers}
            lastFlightDay={saved.lastFlightDay}
            onChoose={saved.onChoose}
          />
        )}
        <div className="clear-both grid items-start gap-4 sm:grid-cols-6">
          <Controller
            control={control}
            name={`passengers.${index}.title`}
            render={({ field: { value, onChange, name, onBlur } }) => (
              <Field className="sm:col-span-2" label="Title (optional)" {...fieldProps('title')}>
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
          <Field className="sm:col-span-2" label="First name" required {...fieldProps('firstName')}>
            <Input {...nameProps('firstName')} />
          </Field>
          <Field className="sm:col-span-2" label="Last name" required {...fieldProps('lastName')}>
            <Input {...nameProps('lastName')} />
          </Field>
          <Field className="sm:col-span-3" label="Date of birth" required {...fieldProps('dateOfBirth')}>
            <Input type="date" max={today()} {...inputProps('dateOfBirth')} />
          </Field>
          <Controller
            control={control}
            name={`passengers.${index}.gender`}
            render={({ field: { value, onChange, name, onBlur } }) => (
              <Field
                className="sm:col-span-3"
                label="Gender, as in the passport"
                hint="Airlines must pass it on with the passenger list."
                {...fieldProps('gender')}
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
            {...fieldProps('email')}
          >
            <Input type="email" inputMode="email" {...inputProps('email')} />
          </Field>
          <Field
            label={isPrimary ? 'Phone' : 'Phone (optional)'}
            required={isPrimary}
            hint={
              parsedPhone
                ? `We read this as ${parsedPhone.formatInternational()}.`
                : 'With country code, such as +1 212 555 0142.'
            }
            {...fieldProps('phone')}
          >
            <Input type="tel" inputMode="tel" {...inputProps('phone')} />
          </Field>
        </div>
        {isPrimary && isCheckInAhead && (
          <Controller
            control={control}
            name="checkInReminder"
            render={({ field: { value, onChange, onBlur } }) => (
              <Checkbox
                className="mt-4"
                label={checkInReminder}
                checked={value === true}
                onCheckedChange={(checked) => onChange(checked === true)}
                onBlur={onBlur}
              />
            )}
          />
        )}
        <PassportFields
          form={form}
          index={index}
          isRequired={passportsRequired}
          isLost={isPassportLost && passenger.passportNumber === ''}
          lastArrivalDay={lastArrivalDay}
        />
        {saved && (
          <Checkbox
            className="mt-4"
            label="Save for my next booking"
            note={replaced && `Updates ${getTravellerName(replaced)}`}
            checked={saved.isSaving}
            onCheckedChange={(checked) => saved.onSavingChange(checked === true)}
          />
        )}
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
