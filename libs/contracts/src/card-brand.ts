const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** How people call a card scheme that the card provider calls `amex`. Anything unknown is handed on as it is. */
export const cardBrandName = (brand: string): string => names[brand.toLowerCase()] ?? brand;
