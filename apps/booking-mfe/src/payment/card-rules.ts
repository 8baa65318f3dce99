import { cardRules, type CardDetails } from '@fareline/contracts';
import type { FieldErrors, Resolver } from 'react-hook-form';

export const emptyCard: CardDetails = {
  number: '',
  expiryMonth: '',
  expiryYear: '',
  cvv: '',
  holderName: '',
};

type CardField = keyof CardDetails;
type CardErrors = Partial<Record<CardField, string>>;

/** Titles of the toast for an invalid card, in the order of the fields. */
const errorTitles: Record<CardField, string> = {
  number: 'Invalid Card Number',
  expiryMonth: 'Invalid Expiry Date',
  expiryYear: 'Invalid Expiry Date',
  cvv: 'Invalid CVV',
  holderName: 'Invalid Card Holder Name',
};

/** Whether the check digit of a card number is right. (ISO/IEC 7812) */
export function isLuhnValid(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return number.length > 0 && sum % 10 === 0;
}

function isExpired({ expiryMonth, expiryYear }: CardDetails, now: Date): boolean {
  const expiryMonths = Number(expiryYear) * 12 + Number(expiryMonth);
  return expiryMonths < (now.getFullYear() % 100) * 12 + now.getMonth() + 1;
}

function validateNumber(number: string): string | undefined {
  if (!/^\d{15,16}$/.test(number)) return cardRules.number.message;
  return isLuhnValid(number) ? undefined : 'The card number you entered is not valid';
}

/** The messages of the invalid fields of a card. (PAY-03 to PAY-07) */
export function validateCard(card: CardDetails, now = new Date()): CardErrors {
  const isMonthValid = cardRules.expiryMonth.pattern.test(card.expiryMonth);
  const isYearValid = /^\d{2}$/.test(card.expiryYear) && !(isMonthValid && isExpired(card, now));
  const isNameValid = card.holderName.trim().length >= cardRules.holderName.minLength;
  const numberError = validateNumber(card.number);
  return {
    ...(numberError && { number: numberError }),
    ...(!isMonthValid && { expiryMonth: cardRules.expiryMonth.message }),
    ...(!isYearValid && { expiryYear: cardRules.expiryYear.message }),
    ...(!cardRules.cvv.pattern.test(card.cvv) && { cvv: cardRules.cvv.message }),
    ...(!isNameValid && { holderName: cardRules.holderName.message }),
  };
}

/** A month may be typed with one digit. (FIELD-05) */
const withTwoDigitMonth = (card: CardDetails): CardDetails => ({
  ...card,
  expiryMonth: card.expiryMonth.replace(/^[1-9]$/, '0$&'),
});

export const cardResolver: Resolver<CardDetails> = (typed) => {
  const card = withTwoDigitMonth(typed);
  const messages = Object.entries(validateCard(card));
  if (messages.length === 0) return { values: card, errors: {} };
  const errors = messages.map(([field, message]) => [field, { type: 'validate', message }]);
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<CardDetails> };
};

/** Title and text of the toast for the first invalid field. (PAY-03 to PAY-07) */
export function describeFirstError(errors: FieldErrors<CardDetails>) {
  const fields = Object.keys(errorTitles) as CardField[];
  const first = fields.find((field) => errors[field]) ?? 'number';
  return { title: errorTitles[first], description: errors[first]?.message ?? '' };
}
