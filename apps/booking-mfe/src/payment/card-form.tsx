import type { CardDetails } from '@fareline/contracts';
import { Card, Field, Input } from '@fareline/ui-theme';
import CreditCard from 'lucide-react/icons/credit-card';
import type { ChangeEvent, Ref } from 'react';
import { detectCardBrand, extractDigits, groupInFours } from './card-input.ts';
import type { CardError } from './card-rules.ts';

interface CardFormProps {
  card: CardDetails;
  onCardChange: (card: CardDetails) => void;
  problems: readonly CardError[];
  disabled: boolean;
  numberRef: Ref<HTMLInputElement>;
}

export const cardFieldId = (field: keyof CardDetails): string => `card-${field}`;

/** Grouping moves the text under the caret; this puts the caret behind the digit it was behind. */
function preserveCaret(input: HTMLInputElement) {
  const digitsBefore = extractDigits(
    input.value.slice(0, input.selectionStart ?? input.value.length),
    16,
  ).length;
  requestAnimationFrame(() => {
    const at = groupInFours('0'.repeat(digitsBefore)).length;
    if (document.activeElement === input) input.setSelectionRange(at, at);
  });
}

/** The card, in one group. What is typed lives in the flow's memory until the call is over. (PAY-01 to PAY-07, D5) */
export function CardForm({ card, onCardChange, problems, disabled, numberRef }: CardFormProps) {
  const brand = detectCardBrand(card.number);
  const field = (name: keyof CardDetails) => ({
    controlId: cardFieldId(name),
    error: problems.find((problem) => problem.field === name)?.message,
    required: true,
  });
  const digits = (name: 'expiryMonth' | 'expiryYear' | 'cvv', most: number) => ({
    value: card[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onCardChange({ ...card, [name]: extractDigits(event.target.value, most) }),
    inputMode: 'numeric' as const,
    disabled,
  });
  return (
    <Card asChild className="p-5 lg:p-6">
      <fieldset>
        <legend className="booking-legend">Card</legend>
        <div className="grid grid-cols-6 gap-4">
          <Field
            label="Card number"
            className="col-span-6"
            hint={
              <span className="flex items-center gap-2">
                <CreditCard size={16} />
                {brand ?? 'Visa, Mastercard, American Express, Discover'}
              </span>
            }
            {...field('number')}
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
          <Field label="Expiry month" className="col-span-2" {...field('expiryMonth')}>
            <Input autoComplete="cc-exp-month" placeholder="MM" {...digits('expiryMonth', 2)} />
          </Field>
          <Field label="Expiry year" className="col-span-2" {...field('expiryYear')}>
            <Input autoComplete="cc-exp-year" placeholder="YY" {...digits('expiryYear', 2)} />
          </Field>
          <Field label="CVV" className="col-span-2" {...field('cvv')}>
            <Input autoComplete="cc-csc" placeholder="123" {...digits('cvv', 4)} />
          </Field>
          <Field label="Name on the card" className="col-span-6" {...field('holderName')}>
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
