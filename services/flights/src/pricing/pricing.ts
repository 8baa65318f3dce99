import { currencyDigits, formatMinor, type Mode, type Money, type Offer } from '@fareline/contracts';
import type { ProviderOffer, ProviderPrice } from './provider-offer.ts';

/** Minor units including the markup; `baseMinor + taxMinor === totalMinor`. */
interface TravellerPrice {
  currency: string;
  totalMinor: number;
  baseMinor: number;
  taxMinor: number;
}

/** Percentages are calculated in millionths, which gives four decimals of a percent. */
const million = 1_000_000n;

const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** The provider's total with the markup, rounded half up to a whole unit of the currency. Uses integer arithmetic only. (MONEY-01, MONEY-02) */
export function addMarkup(
  { totalMinor, currency }: Pick<ProviderPrice, 'totalMinor' | 'currency'>,
  markupPercent: number,
): Money {
  const unit = 10n ** BigInt(currencyDigits(currency));
  const factor = million + BigInt(Math.round(markupPercent * 10_000));
  return {
    minor: Number(divideHalfUp(BigInt(totalMinor) * factor, million * unit) * unit),
    currency,
  };
}

/** Adds the markup to the total and scales the tax in proportion, rounded to minor units; the base is the remainder. (MONEY-03) */
export function toTravellerPrice(price: ProviderPrice, markupPercent: number): TravellerPrice {
  const { minor: totalMinor, currency } = addMarkup(price, markupPercent);
  const taxMinor = Number(
    divideHalfUp(BigInt(price.taxMinor) * BigInt(totalMinor), BigInt(price.totalMinor)),
  );
  return { currency, totalMinor, baseMinor: totalMinor - taxMinor, taxMinor };
}

/** Prices an offer for a brand; the result does not contain the provider's amount. (MONEY-05) */
export function priceOffer({ offer, price }: ProviderOffer, mode: Mode, markupPercent: number): Offer {
  const { currency, totalMinor, baseMinor, taxMinor } = toTravellerPrice(price, markupPercent);
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
