import type { ListedOffer } from '../records.ts';

/** Broken offers as real airlines have sent them: without flights, without a price, with null names and places. */
export function buildBrokenOffers(validOffer: ListedOffer | undefined): unknown[] {
  if (!validOffer) return [];
  const [slice] = validOffer.slices;
  const [segment] = slice?.segments ?? [];
  const airport = {
    ...segment?.origin,
    iata_code: 'XXQ',
    name: null,
    city_name: null,
    city: null,
    time_zone: null,
  };
  const createVariant = (suffix: string, changes: object) => ({
    ...validOffer,
    id: `${validOffer.id.slice(0, -2)}_${suffix}`,
    ...changes,
  });
  return [
    null,
    createVariant('1', { slices: [{ ...slice, segments: [] }] }),
    createVariant('2', { slices: null }),
    createVariant('3', { total_amount: null }),
    createVariant('4', { total_currency: 'POINTS' }),
    createVariant('5', {
      owner: null,
      conditions: null,
      total_emissions_kg: null,
      payment_requirements: null,
      slices: [
        {
          ...slice,
          origin: null,
          duration: null,
          fare_brand_name: null,
          segments: [
            {
              ...segment,
              origin: airport,
              destination: null,
              duration: null,
              aircraft: null,
              marketing_carrier: null,
              operating_carrier: null,
              passengers: null,
              stops: null,
            },
          ],
        },
      ],
    }),
  ];
}
