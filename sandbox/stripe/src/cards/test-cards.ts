import type { DeclineName } from './declines.ts';

/** A test card of docs.stripe.com/testing, whose number Stripe publishes. */
export interface TestCard {
  /** The part of the token after `pm_card_`; it is stored instead of the number. */
  name: string;
  number: string;
  brand: string;
  funding: 'credit' | 'debit' | 'prepaid';
  country: string;
  decline?: DeclineName;
  /** Whether the bank requires 3-D Secure; off-session payments are declined. */
  requiresChallenge?: true;
  /** Whether the bank asks for 3-D Secure only where the merchant does. */
  challengesOnRequest?: true;
  riskLevel?: 'elevated';
  cvcCheck?: 'fail';
}

const createCard = (name: string, number: string, overrides: Partial<TestCard> = {}): TestCard => ({
  name,
  number,
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  ...overrides,
});

const createDecliningCard = (
  name: string,
  number: string,
  decline: DeclineName,
  overrides: Partial<TestCard> = {},
) => createCard(name, number, { decline, ...overrides });

const TEST_CARDS: TestCard[] = [
  createCard('visa', '4242424242424242'),
  createCard('visa_debit', '4000056655665556', { funding: 'debit' }),
  createCard('mastercard', '5555555555554444', { brand: 'mastercard' }),
  createCard('mastercard_debit', '5200828282828210', { brand: 'mastercard', funding: 'debit' }),
  createCard('mastercard_prepaid', '5105105105105100', { brand: 'mastercard', funding: 'prepaid' }),
  createCard('amex', '378282246310005', { brand: 'amex' }),
  createCard('discover', '6011111111111117', { brand: 'discover' }),
  createCard('diners', '3056930009020004', { brand: 'diners' }),
  createCard('jcb', '3566002020360505', { brand: 'jcb', country: 'JP' }),
  createCard('unionpay', '6200000000000005', { brand: 'unionpay', country: 'CN' }),
  createCard('gb', '4000008260000000', { country: 'GB' }),
  createCard('ca', '4000001240000000', { country: 'CA' }),
  createCard('de', '4000002760000016', { country: 'DE' }),
  createCard('fr', '4000002500000003', { country: 'FR' }),
  createCard('in', '4000003560000008', { country: 'IN' }),
  createCard('chargeDeclined', '4000000000000002', { decline: 'generic_decline' }),
  createDecliningCard('chargeDeclinedInsufficientFunds', '4000000000009995', 'insufficient_funds'),
  createDecliningCard('chargeDeclinedLostCard', '4000000000009987', 'lost_card'),
  createDecliningCard('chargeDeclinedStolenCard', '4000000000009979', 'stolen_card'),
  createDecliningCard('chargeDeclinedExpiredCard', '4000000000000069', 'expired_card'),
  createDecliningCard('chargeDeclinedIncorrectCvc', '4000000000000127', 'incorrect_cvc', {
    cvcCheck: 'fail',
  }),
  createDecliningCard('chargeDeclinedProcessingError', '4000000000000119', 'processing_error'),
  createDecliningCard('chargeDeclinedVelocityLimitExceeded', '4000000000006975', 'card_velocity_exceeded'),
  createDecliningCard('chargeCustomerFail', '4000000000000341', 'generic_decline'),
  createDecliningCard('chargeDeclinedFraudulent', '4100000000000019', 'fraudulent'),
  createDecliningCard('radarBlock', '4000000000004954', 'fraudulent'),
  createDecliningCard('cvcCheckFail', '4000000000000101', 'incorrect_cvc', { cvcCheck: 'fail' }),
  createCard('threeDSecure2Required', '4000000000003220', { requiresChallenge: true, country: 'IE' }),
  createCard('threeDSecureRequired', '4000000000003063', { requiresChallenge: true }),
  createCard('threeDSecureOptional', '4000000000003055', { challengesOnRequest: true }),
  createCard('riskLevelElevated', '4000000000009235', { riskLevel: 'elevated' }),
  createCard('authenticationRequired', '4000002760003184', { requiresChallenge: true, country: 'DE' }),
  createCard('authenticationRequiredOnSetup', '4000002500003155', { requiresChallenge: true, country: 'FR' }),
  createDecliningCard(
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    '4000008260003178',
    'insufficient_funds',
    {
      requiresChallenge: true,
      country: 'GB',
    },
  ),
  createDecliningCard('threeDSecureRequiredChargeDeclined', '4000008400001629', 'generic_decline', {
    requiresChallenge: true,
  }),
  createDecliningCard('threeDSecureRequiredProcessingError', '4000008400001280', 'processing_error', {
    requiresChallenge: true,
  }),
];

/** Finds a test card by token (`pm_card_visa`); declines also with the brand (`pm_card_visa_chargeDeclined`). */
export function findTestCardByToken(token: string): TestCard | undefined {
  const name = token.replace(/^pm_card_/, '');
  const cardName = name.replace(/^visa_(?=chargeDeclined)/, '');
  return name === token ? undefined : TEST_CARDS.find((card) => card.name === cardName);
}

export function findTestCardByNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}

export function findTestCardByName(name: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.name === name);
}
