import type { Money, Offer } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import type { AuthoriseRequest } from '../stripe/card-gateway.ts';
import type { Payment } from './payment.repository.ts';

/** What is paid for: an offer with its extras, or a change of a booking. */
export interface Purchase extends Pick<
  Payment,
  'mode' | 'requested_offer_id' | 'offer_id' | 'offer_request_id' | 'extras'
> {
  price: Money;
  /** Until when the price holds, ISO 8601. */
  expiresAt: string;
  flights: Pick<Offer, 'slices'> & { passengers: readonly unknown[] };
}

const dayMs = 86_400_000;

/** The provider joins prefix and suffix of a statement to 22 characters. */
const suffixLength = 10;

/** The brand's id, whose letters a statement can show; the default brand is the account's own name. */
function toStatementSuffix(brand: string): string | undefined {
  const suffix = brand.toUpperCase().slice(0, suffixLength);
  return brand !== defaultBrand.id && /[A-Z]/.test(suffix) ? suffix : undefined;
}

/**
 * What the merchant sees of a purchase at the card provider, its rules against fraud can use, and the cardholder's statement shows.
 * No name, address or document of a traveller.
 */
export function describePurchase(
  payment: Payment,
  { slices, passengers }: Purchase['flights'],
): Pick<AuthoriseRequest, 'description' | 'statementSuffix' | 'metadata'> {
  const [first] = slices;
  const departure = first?.segments[0]?.departing_at?.slice(0, 10) ?? '';
  const days = Math.floor((Date.parse(departure) - Date.now()) / dayMs) + 1;
  return {
    description: `Flights ${first?.origin.iata_code}-${first?.destination.iata_code} ${departure}`,
    statementSuffix: toStatementSuffix(payment.brand),
    metadata: {
      ...{ offer_id: payment.offer_id, brand: payment.brand, mode: payment.mode },
      visitor: payment.visitor_hash,
      is_guest: String(payment.user_id === null),
      passengers: String(passengers.length),
      departure_in_days: String(days),
    },
  };
}
