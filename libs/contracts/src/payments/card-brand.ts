const names: Record<string, string> = {
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
