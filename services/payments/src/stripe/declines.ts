/** Messages per decline code (docs.stripe.com/declines/codes). Codes that would help a fraudster get the generic message. */
const messages: Record<string, string> = {
  insufficient_funds: 'The card does not have enough money for this payment. Please use another card.',
  expired_card: 'The card has expired. Please use another card.',
  incorrect_cvc: 'The security code does not match the card. Please check the digits and try again.',
  invalid_cvc: 'The security code does not match the card. Please check the digits and try again.',
  incorrect_number: 'The card number is not correct. Please check the digits and try again.',
  invalid_number: 'The card number is not correct. Please check the digits and try again.',
  invalid_expiry_month: 'The expiry date of the card is not correct. Please check it and try again.',
  invalid_expiry_year: 'The expiry date of the card is not correct. Please check it and try again.',
  incorrect_zip: 'The bank could not match the card to its address. Please use another card.',
  processing_error: 'The bank could not process the card just now. Please try again in a moment.',
  try_again_later: 'The bank could not process the card just now. Please try again in a moment.',
  issuer_not_available: 'The bank could not be reached just now. Please try again in a moment.',
  card_velocity_exceeded: 'The card has reached its limit. Please use another card or ask your bank.',
  withdrawal_count_limit_exceeded:
    'The card has reached its limit. Please use another card or ask your bank.',
  currency_not_supported: 'The card cannot pay in this currency. Please use another card.',
  card_not_supported: 'The card cannot be used for this kind of payment. Please use another card.',
  test_mode_live_card: 'Only test cards can be used at the moment. Please use one of the test numbers.',
};

const genericMessage = 'Your bank declined the card. Please use another card or ask your bank.';

/** The message for the first known decline code; always states that nothing was charged. */
export function getDeclineMessage(...codes: (string | null | undefined)[]): string {
  const known = codes.find((code) => code && Object.hasOwn(messages, code));
  return `${known ? messages[known] : genericMessage} Nothing was charged.`;
}
