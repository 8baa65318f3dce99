/** Of three kinds: with a sign of its own, without minor units, and with three of them behind its code. */
export const currencies = ['USD', 'JPY', 'KWD'] as const;

/** Where a text names a currency again beside its price: "KWD 92 (KWD)", "Total (KWD) KWD 92", "KWD 92 in KWD". */
export const findRepeatedCurrency = (text: string | null | undefined): string | undefined =>
  /([A-Z]{3})\s[\d.,]+\s*\(\1\)|\(([A-Z]{3})\)[\s:]*\2|([A-Z]{3})\s[\d.,]+.{0,80}\bin \3/su.exec(
    text ?? '',
  )?.[0];
