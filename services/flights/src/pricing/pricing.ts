import { currencyDigits, formatMinor, type Mode, type Offer } from '@fareline/contracts';
import type { ProviderOffer, ProviderPrice } from '../duffel/provider-offer.ts';

/** Minor units including the markup; `baseMinor + taxMinor === totalMinor`. */
export interface TravellerPrice {
  currency: string;
  totalMinor: number;
  baseMinor: number;
  taxMinor: number;
}

/** Percentages are calculated in millionths, which gives four decimals of a percent. */
const million = 1_000_000n;

const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/**
 * Adds the markup to the provider's total, rounded half up to a whole unit of the currency; the tax is scaled in proportion,
 * rounded to minor units, and the base is the remainder. Uses integer arithmetic only. (MONEY-01 to MONEY-03, D1)
 */
export function applyMarkup(price: ProviderPrice, markupPercent: number): TravellerPrice {
  const unit = 10n ** BigInt(currencyDigits(price.currency));
  const factor = million + BigInt(Math.round(markupPercent * 10_000));
  const total = divideHalfUp(BigInt(price.totalMinor) * factor, million * unit) * unit;
  const tax =
    price.totalMinor === 0 ? 0n : divideHalfUp(BigInt(price.taxMinor) * total, BigInt(price.totalMinor));
  return {
    currency: price.currency,
    totalMinor: Number(total),
    baseMinor: Number(total - tax),
    taxMinor: Number(tax),
  };
}

/** Prices an offer for a brand; the result does not contain the provider's amount. (MONEY-05) */
export function priceOffer({ offer, price }: ProviderOffer, mode: Mode, markupPercent: number): Offer {
  const { currency, totalMinor, baseMinor, taxMinor } = applyMarkup(price, markupPercent);
  return {
    ...offer,
    mode,
    total_amount: formatMinor(totalMinor, currency),
    total_currency: currency,
    base_amount: formatMinor(baseMinor, currency),
    base_currency: currency,
    tax_amount: formatMinor(taxMinor, currency),
    tax_currency: currency,
  };
}
