import {
  formatMinor,
  parseMinor,
  type BagSelection,
  type BagService,
  type OfferQuote,
} from '@fareline/contracts';

/** Seats or bags at the airline's prices, and the chosen ones that are not sold. */
export interface PricedExtras<T> {
  priced: T[];
  totalMinor: number;
  /** Service ids. */
  unavailable: string[];
}

type PricedBag = NonNullable<OfferQuote['bags']>[number];

/**
 * Prices selected bags at the airline's prices, without markup. A bag that is not sold to the passenger, is selected twice or more
 * often than the airline sells it is unavailable. (EXTRA-01, EXTRA-02, MONEY-06)
 */
export function priceBags(
  bags: readonly BagService[],
  selections: readonly BagSelection[],
  currency: string,
): PricedExtras<PricedBag> {
  const bagsById = new Map(bags.map((bag) => [bag.id, bag]));
  const priced: PricedBag[] = [];
  const unavailable: string[] = [];
  let totalMinor = 0;
  for (const { serviceId, passengerId, quantity } of selections) {
    const bag = bagsById.get(serviceId);
    // A second selection of the same bag would evade its limit.
    bagsById.delete(serviceId);
    const minor = bag && parseMinor(bag.total_amount, currency);
    if (
      minor === undefined ||
      bag?.total_currency !== currency ||
      !bag.passenger_ids.includes(passengerId) ||
      quantity > bag.max_quantity
    ) {
      unavailable.push(serviceId);
      continue;
    }
    totalMinor += minor * quantity;
    priced.push({
      service_id: serviceId,
      passenger_id: passengerId,
      segment_ids: bag.segment_ids,
      type: bag.type,
      weight_kg: bag.weight_kg,
      quantity,
      amount: formatMinor(minor * quantity, currency),
      currency,
    });
  }
  return { priced, totalMinor, unavailable };
}
