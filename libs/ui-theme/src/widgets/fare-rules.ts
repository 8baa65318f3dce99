import { listFareRules, type FareRule } from '@fareline/contracts';
import { formatPrice } from '../formats/price.ts';

/** The rules of a fare as the screens say them. (PROMISE-03) */
export const describeFareRules = (sold: Parameters<typeof listFareRules>[0]): FareRule[] =>
  listFareRules(sold, formatPrice);
