import { emissionsPerTraveller, type Offer } from '@fareline/contracts';

/** A tenth less than 100 kg is "10% below"; the same as the median is neither. */
function compareToMedian(kilograms: number, median: number): string | undefined {
  const percent = Math.round((Math.abs(kilograms - median) / median) * 100);
  return percent === 0 ? undefined : `${percent}% ${kilograms < median ? 'below' : 'above'}`;
}

/** "412 kg CO2 per person, 8% below the median", for the card; undefined where the airline states nothing. */
export function formatEmissions(offer: Offer, median: number | null | undefined): string | undefined {
  const kilograms = emissionsPerTraveller(offer);
  if (kilograms === undefined) return undefined;
  const text = `${kilograms} kg CO2 per person`;
  if (!median) return text;
  const difference = compareToMedian(kilograms, median);
  return difference ? `${text}, ${difference} the median` : `${text}, the median`;
}

/** The same in a sentence with the figure that it is compared with, for the offer's page. */
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
