/** The formats of card details and their messages. The card form limits number and year further. (PAY-03 to PAY-07) */
export const cardRules = {
  number: { pattern: /^\d{12,19}$/, message: 'Please enter a valid card number' },
  expiryMonth: { pattern: /^(0[1-9]|1[0-2])$/, message: 'Please enter a valid expiration date' },
  expiryYear: { pattern: /^\d{2}(\d{2})?$/, message: 'Please enter a valid expiration date' },
  cvv: { pattern: /^\d{3,4}$/, message: 'Please enter a valid security code (CVV)' },
  holderName: { minLength: 3, message: 'Please enter the name as it appears on your card' },
} as const;
