import { emissionsPerTraveller, type Offer } from '@fareline/contracts';

/** "CO2 412 kg per person, 8% below this search's median (448 kg)"; undefined where the airline states nothing. */
export function emissionsText(offer: Offer, median: number | null | undefined): string | undefined {
  const kilograms = emissionsPerTraveller(offer);
  if (kilograms === undefined) return undefined;
  const text = `CO2 ${kilograms} kg per person`;
  if (!median) return text;
  const percent = Math.round((Math.abs(kilograms - median) / median) * 100);
  if (percent === 0) return `${text}, the median of this search`;
  return `${text}, ${percent}% ${kilograms < median ? 'below' : 'above'} this search's median (${median} kg)`;
}
