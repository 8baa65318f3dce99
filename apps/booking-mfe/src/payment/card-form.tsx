import type { CardDetails } from '@fareline/contracts';
import { Card, Field, Input } from '@fareline/ui-theme';
import CreditCard from 'lucide-react/icons/credit-card';
import type { ChangeEvent, Ref } from 'react';
import { detectCardBrand, extractDigits, groupInFours } from './card-input.ts';
import type { CardError } from './card-rules.ts';

interface CardFormProps {
  card: CardDetails;
  onCardChange: (card: CardDetails) => void;
  errors: readonly CardError[];
  disabled: boolean;
  numberRef: Ref<HTMLInputElement>;
}

export const cardFieldId = (field: keyof CardDetails): string => `card-${field}`;

/** Grouping inserts spaces, so the caret is moved back behind the digit that it followed. */
function preserveCaret(input: HTMLInputElement) {
  const digitsBefore = extractDigits(
    input.value.slice(0, input.selectionStart ?? input.value.length),
    16,
  ).length;
  requestAnimationFrame(() => {
    const position = groupInFours('0'.repeat(digitsBefore)).length;
    if (document.activeElement === input) input.setSelectionRange(position, position);
  });
}

/** Card fields. Their values are state of the flow, in memory only, and cleared when the attempt ends. (PAY-01 to PAY-07, D5) */
export function CardForm({ card, onCardChange, errors, disabled, numberRef }: CardFormProps) {
  const brand = detectCardBrand(card.number);
  const fieldProps = (name: keyof CardDetails) => ({
    controlId: cardFieldId(name),
    error: errors.find((error) => error.field === name)?.message,
    required: true,
  });
  const digitProps = (name: 'expiryMonth' | 'expiryYear' | 'cvv', maxDigits: number) => ({
    value: card[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onCardChange({ ...card, [name]: extractDigits(event.target.value, maxDigits) }),
    inputMode: 'numeric' as const,
    disabled,
  });
  return (
    <Card asChild className="p-5 lg:p-6">
      <fieldset>
        <legend className="section-heading float-left mb-4 w-full">Card</legend>
        <div className="clear-both grid grid-cols-6 gap-4">
          <Field
            label="Card number"
            className="col-span-6"
            hint={
              <span className="flex items-center gap-2">
                <CreditCard size={16} />
                {brand ?? 'Visa, Mastercard, American Express, Discover'}
              </span>
            }
            {...fieldProps('number')}
          >
            <Input
              ref={numberRef}
              value={groupInFours(card.number)}
              onChange={(event) => {
                preserveCaret(event.target);
                onCardChange({ ...card, number: extractDigits(event.target.value, 16) });
              }}
              autoComplete="cc-number"
              inputMode="numeric"
              placeholder="0000 0000 0000 0000"
              disabled={disabled}
            />
          </Field>
          <Field label="Expiry month" className="col-span-2" {...fieldProps('expiryMonth')}>
            <Input autoComplete="cc-exp-month" placeholder="MM" {...digitProps('expiryMonth', 2)} />
          </Field>
          <Field label="Expiry year" className="col-span-2" {...fieldProps('expiryYear')}>
            <Input autoComplete="cc-exp-year" placeholder="YY" {...digitProps('expiryYear', 2)} />
          </Field>
          <Field label="CVV" className="col-span-2" {...fieldProps('cvv')}>
            <Input autoComplete="cc-csc" placeholder="123" {...digitProps('cvv', 4)} />
          </Field>
          <Field label="Name on the card" className="col-span-6" {...fieldProps('holderName')}>
            <Input
              value={card.holderName}
              onChange={(event) => onCardChange({ ...card, holderName: event.target.value })}
              autoComplete="cc-name"
              disabled={disabled}
            />
          </Field>
        </div>
      </fieldset>
    </Card>
  );
}
