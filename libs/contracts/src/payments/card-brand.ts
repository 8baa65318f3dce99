const names: Record<string, string> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Display name of the card provider's scheme code (`amex`). Unknown codes are returned unchanged. */
export const cardBrandName = (brand: string): string => names[brand.toLowerCase()] ?? brand;

/** Such as `Visa card ending 4242`; a wallet shows its name only, because the last digits are not those on the card. */
export const describeCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  last4 ? `${cardBrandName(brand)} card ending ${last4}` : cardBrandName(brand);

/** Such as `Visa •••• 4242`, where a sentence has no room. */
export const formatCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  [cardBrandName(brand), last4 && `•••• ${last4}`].filter(Boolean).join(' ');
