import type { CardDetails } from '@fareline/contracts';
import { Card, Field, Input, type FieldProps } from '@fareline/ui-theme';
import CreditCard from 'lucide-react/icons/credit-card';
import type { ComponentProps, ReactNode } from 'react';
import { useController, useWatch, type Control } from 'react-hook-form';
import { detectCardBrand, extractDigits, extractYear, groupInFours } from './card-input.ts';

interface CardFieldProps extends Pick<FieldProps, 'label' | 'className' | 'hint'> {
  control: Control<CardDetails>;
  name: keyof CardDetails;
  /** What is kept of the typed text; a field with it is for digits. */
  parse?: (typed: string) => string;
  /** Another field that is validated again when this one changes. */
  dependent?: keyof CardDetails;
  /** How the value is shown. */
  format?: (value: string) => string;
  input: ComponentProps<'input'>;
  /** Stands at the end of the field. */
  end?: ReactNode;
}

/** Formatting inserts spaces, so the caret is moved back behind the digit that it followed. */
function preserveCaret(input: HTMLInputElement, format: (value: string) => string) {
  const typed = input.value.slice(0, input.selectionStart ?? input.value.length);
  const digitsBefore = extractDigits(typed, typed.length).length;
  requestAnimationFrame(() => {
    const position = format('0'.repeat(digitsBefore)).length;
    if (document.activeElement === input) input.setSelectionRange(position, position);
  });
}

function CardField({ control, name, parse, dependent, format, input, end, ...fieldProps }: CardFieldProps) {
  const { field, fieldState } = useController({
    control,
    name,
    ...(dependent && { rules: { deps: dependent } }),
  });
  return (
    <Field controlId={`card-${name}`} error={fieldState.error?.message} required {...fieldProps}>
      <div className="relative">
        <Input
          {...field}
          {...input}
          {...(parse && { inputMode: 'numeric' })}
          value={format ? format(field.value) : field.value}
          onChange={({ target }) => {
            if (format) preserveCaret(target, format);
            field.onChange(parse ? parse(target.value) : target.value);
          }}
        />
        {end}
      </div>
    </Field>
  );
}

/** Card fields. Their values are state of the flow, in memory only, and cleared when the attempt ends. (PAY-01 to PAY-07) */
export function CardForm({ control, disabled }: { control: Control<CardDetails>; disabled: boolean }) {
  const brand = detectCardBrand(useWatch({ control, name: 'number' }));
  return (
    <Card asChild className="p-5 lg:p-6">
      <fieldset disabled={disabled}>
        <legend className="section-heading float-left mb-4 w-full">Card</legend>
        <div className="clear-both grid grid-cols-6 gap-4">
          <CardField
            control={control}
            name="number"
            label="Card number"
            className="col-span-6"
            hint="Visa, Mastercard, American Express, Discover"
            end={
              <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-small font-medium max-[22.5rem]:hidden">
                {brand?.replace('American Express', 'Amex') ?? (
                  <CreditCard className="text-text-muted" size={18} />
                )}
              </span>
            }
            parse={(typed) => extractDigits(typed, 16)}
            format={groupInFours}
            input={{
              autoComplete: 'cc-number',
              placeholder: '0000 0000 0000 0000',
              className: 'pr-21.5 max-[22.5rem]:pr-3',
            }}
          />
          <CardField
            control={control}
            name="expiryMonth"
            label="Expiry month"
            className="col-span-2"
            parse={(typed) => extractDigits(typed, 2)}
            dependent="expiryYear"
            input={{ autoComplete: 'cc-exp-month', placeholder: 'MM' }}
          />
          <CardField
            control={control}
            name="expiryYear"
            label="Expiry year"
            className="col-span-2"
            parse={extractYear}
            input={{ autoComplete: 'cc-exp-year', placeholder: 'YY' }}
          />
          <CardField
            control={control}
            name="cvv"
            label="CVV"
            className="col-span-2"
            parse={(typed) => extractDigits(typed, 4)}
            input={{ autoComplete: 'cc-csc', placeholder: '123' }}
          />
          <CardField
            control={control}
            name="holderName"
            label="Name on the card"
            className="col-span-6"
            input={{ autoComplete: 'cc-name' }}
          />
        </div>
      </fieldset>
    </Card>
  );
}
