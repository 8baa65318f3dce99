/**
 * Test card numbers and their test payment methods (docs.stripe.com/testing). In test mode the method is sent instead of the
 * number, which Stripe refuses from most accounts. (PROVIDER-43)
 */
const methods: Record<string, string> = {
  '4242424242424242': 'pm_card_visa',
  '4000056655665556': 'pm_card_visa_debit',
  '5555555555554444': 'pm_card_mastercard',
  '5200828282828210': 'pm_card_mastercard_debit',
  '5105105105105100': 'pm_card_mastercard_prepaid',
  '378282246310005': 'pm_card_amex',
  '6011111111111117': 'pm_card_discover',
  '3056930009020004': 'pm_card_diners',
  '3566002020360505': 'pm_card_jcb',
  '6200000000000005': 'pm_card_unionpay',
  '4000000000000002': 'pm_card_visa_chargeDeclined',
  '4000000000009995': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  '4000000000009987': 'pm_card_visa_chargeDeclinedLostCard',
  '4000000000009979': 'pm_card_visa_chargeDeclinedStolenCard',
  '4000000000000069': 'pm_card_chargeDeclinedExpiredCard',
  '4000000000000127': 'pm_card_chargeDeclinedIncorrectCvc',
  '4000000000000119': 'pm_card_chargeDeclinedProcessingError',
  '4000000000006975': 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  '4100000000000019': 'pm_card_chargeDeclinedFraudulent',
  '4000000000004954': 'pm_card_radarBlock',
  '4000000000000101': 'pm_card_cvcCheckFail',
  '4000000000009235': 'pm_card_riskLevelElevated',
  '4000000000003055': 'pm_card_threeDSecureOptional',
  '4000000000003220': 'pm_card_threeDSecure2Required',
  '4000000000003063': 'pm_card_threeDSecureRequired',
  '4000002760003184': 'pm_card_authenticationRequired',
  '4000002500003155': 'pm_card_authenticationRequiredOnSetup',
  '4000008260003178': 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
};

/** Undefined when the number is not a published test number. */
export const getTestPaymentMethod = (number: string): string | undefined => methods[number];
