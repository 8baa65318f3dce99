import { emissionsPerTraveller, type Offer } from '@fareline/contracts';

/** "10% below" or "10% above" the median; undefined if the rounded difference is 0%. */
function compareToMedian(kilograms: number, median: number): string | undefined {
  const percent = Math.round((Math.abs(kilograms - median) / median) * 100);
  return percent === 0 ? undefined : `${percent}% ${kilograms < median ? 'below' : 'above'}`;
}

/** From this difference on, a card speaks of emissions. */
const notablePercent = 10;

/** "−21% CO2" against the median of the search; undefined for a small difference, or where the airline states no emissions. */
export function formatEmissions(offer: Offer, median: number | null | undefined): string | undefined {
  const kilograms = emissionsPerTraveller(offer);
  if (kilograms === undefined || !median) return undefined;
  const percent = Math.round(((kilograms - median) / median) * 100);
  if (Math.abs(percent) < notablePercent) return undefined;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}% CO2`;
}

/** The emissions as a sentence that includes the median, for the offer page; undefined if the airline states none. */
export function describeEmissions(offer: Offer, median: number | null | undefined): string | undefined {
  const kilograms = emissionsPerTraveller(offer);
  if (kilograms === undefined) return undefined;
  const text = `This journey causes ${kilograms} kg of CO2 per person`;
  if (!median) return text;
  const difference = compareToMedian(kilograms, median);
  return difference
    ? `${text}, ${difference} the median of this search, which is ${median} kg`
    : `${text}, which is the median of this search`;
}
