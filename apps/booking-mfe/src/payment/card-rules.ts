import { cardRules, type CardDetails } from '@fareline/contracts';

export const emptyCard: CardDetails = {
  number: '',
  expiryMonth: '',
  expiryYear: '',
  cvv: '',
  holderName: '',
};

export interface CardError {
  field: keyof CardDetails;
  title: string;
  message: string;
}

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

const expiryError = (field: 'expiryMonth' | 'expiryYear'): CardError => ({
  field,
  title: 'Invalid Expiry Date',
  message: cardRules[field].message,
});

function isExpired({ expiryMonth, expiryYear }: CardDetails, now: Date): boolean {
  const expiryMonths = Number(expiryYear) * 12 + Number(expiryMonth);
  return expiryMonths < (now.getFullYear() % 100) * 12 + now.getMonth() + 1;
}

/** All errors of a card, in the order of its fields. (PAY-03 to PAY-07) */
export function validateCard(card: CardDetails, now = new Date()): CardError[] {
  const errors: CardError[] = [];
  const numberTitle = 'Invalid Card Number';
  if (!/^\d{15,16}$/.test(card.number))
    errors.push({ field: 'number', title: numberTitle, message: cardRules.number.message });
  else if (!isLuhnValid(card.number))
    errors.push({
      field: 'number',
      title: numberTitle,
      message: 'The card number you entered is not valid',
    });
  const isMonthValid = cardRules.expiryMonth.pattern.test(card.expiryMonth);
  const isYearValid = /^\d{2}$/.test(card.expiryYear);
  if (!isMonthValid) errors.push(expiryError('expiryMonth'));
  if (!isYearValid || (isMonthValid && isExpired(card, now))) errors.push(expiryError('expiryYear'));
  if (!cardRules.cvv.pattern.test(card.cvv))
    errors.push({
      field: 'cvv',
      title: 'Invalid CVV',
      message: cardRules.cvv.message,
    });
  if (card.holderName.trim().length < cardRules.holderName.minLength)
    errors.push({
      field: 'holderName',
      title: 'Invalid Card Holder Name',
      message: cardRules.holderName.message,
    });
  return errors;
}
