import type { DeclineName } from './declines.ts';

/** A card of docs.stripe.com/testing. The numbers are published for testing; no real card is ever looked up here. */
export interface TestCard {
  /** Name after `pm_card_`; also what is stored in place of the number. */
  name: string;
  number: string;
  brand: string;
  funding: 'credit' | 'debit' | 'prepaid';
  country: string;
  decline?: DeclineName;
  /** 3-D Secure: the bank asks the cardholder, and refuses payments where nobody is there to ask. */
  challenge?: true;
  cvcCheck?: 'fail';
}

const make = (name: string, number: string, more: Partial<TestCard> = {}): TestCard => ({
  name,
  number,
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  ...more,
});

const declines = (name: string, number: string, decline: DeclineName, more: Partial<TestCard> = {}) =>
  make(name, number, { decline, ...more });

export const TEST_CARDS: TestCard[] = [
  make('visa', '4242424242424242'),
  make('visa_debit', '4000056655665556', { funding: 'debit' }),
  make('mastercard', '5555555555554444', { brand: 'mastercard' }),
  make('mastercard_debit', '5200828282828210', { brand: 'mastercard', funding: 'debit' }),
  make('mastercard_prepaid', '5105105105105100', { brand: 'mastercard', funding: 'prepaid' }),
  make('amex', '378282246310005', { brand: 'amex' }),
  make('discover', '6011111111111117', { brand: 'discover' }),
  make('diners', '3056930009020004', { brand: 'diners' }),
  make('jcb', '3566002020360505', { brand: 'jcb', country: 'JP' }),
  make('unionpay', '6200000000000005', { brand: 'unionpay', country: 'CN' }),
  make('gb', '4000008260000000', { country: 'GB' }),
  make('ca', '4000001240000000', { country: 'CA' }),
  make('de', '4000002760000016', { country: 'DE' }),
  make('fr', '4000002500000003', { country: 'FR' }),
  make('in', '4000003560000008', { country: 'IN' }),
  make('chargeDeclined', '4000000000000002', { decline: 'generic_decline' }),
  declines('chargeDeclinedInsufficientFunds', '4000000000009995', 'insufficient_funds'),
  declines('chargeDeclinedLostCard', '4000000000009987', 'lost_card'),
  declines('chargeDeclinedStolenCard', '4000000000009979', 'stolen_card'),
  declines('chargeDeclinedExpiredCard', '4000000000000069', 'expired_card'),
  declines('chargeDeclinedIncorrectCvc', '4000000000000127', 'incorrect_cvc', { cvcCheck: 'fail' }),
  declines('chargeDeclinedProcessingError', '4000000000000119', 'processing_error'),
  declines('chargeDeclinedVelocityLimitExceeded', '4000000000006975', 'card_velocity_exceeded'),
  declines('chargeCustomerFail', '4000000000000341', 'generic_decline'),
  declines('chargeDeclinedFraudulent', '4100000000000019', 'fraudulent'),
  declines('radarBlock', '4000000000004954', 'fraudulent'),
  declines('cvcCheckFail', '4000000000000101', 'incorrect_cvc', { cvcCheck: 'fail' }),
  make('threeDSecure2Required', '4000000000003220', { challenge: true, country: 'IE' }),
  make('threeDSecureRequired', '4000000000003063', { challenge: true }),
  make('threeDSecureOptional', '4000000000003055'),
  make('authenticationRequired', '4000002760003184', { challenge: true, country: 'DE' }),
  make('authenticationRequiredOnSetup', '4000002500003155', { challenge: true, country: 'FR' }),
  declines(
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    '4000008260003178',
    'insufficient_funds',
    {
      challenge: true,
      country: 'GB',
    },
  ),
  declines('threeDSecureRequiredChargeDeclined', '4000008400001629', 'generic_decline', { challenge: true }),
  declines('threeDSecureRequiredProcessingError', '4000008400001280', 'processing_error', {
    challenge: true,
  }),
];

/** `pm_card_visa`, or a decline with or without the brand in its name (`pm_card_visa_chargeDeclined`, `pm_card_chargeDeclined`). */
export function testCardByToken(token: string): TestCard | undefined {
  const name = token.replace(/^pm_card_/, '');
  const bare = name.replace(/^visa_(?=chargeDeclined)/, '');
  return name === token ? undefined : TEST_CARDS.find((card) => card.name === bare);
}

export function testCardByNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}

export function testCardByName(name: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.name === name);
}
