import type { Money, Offer } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import type { AuthoriseRequest } from '../stripe/card-gateway.ts';
import type { Payment } from './payment.repository.ts';

interface PricedPurchase extends Pick<Payment, 'mode' | 'purchase_id'> {
  price: Money;
  /** Until when the price holds, ISO 8601. */
  expiresAt: string;
  flights: Pick<Offer, 'slices'> & { passengers: readonly unknown[] };
}

/** The booking that is changed, and what its order then costs more, as the provider's decimal string. */
interface Changed {
  booking_id: string;
  provider_amount: string;
}

/** What is paid for: an offer with its extras, or a change of a booking. */
export type Purchase = PricedPurchase &
  (
    | { purchase_kind: 'offer'; requested_offer_id: string; extras: string; changed?: never }
    | { purchase_kind: 'change' | 'bags'; changed: Changed }
  );

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
 * Leads back from there to the offer, or to the change and its booking. No name, address or document of a traveller.
 */
export function describePurchase(
  payment: Payment,
  { flights: { slices, passengers }, changed }: Pick<Purchase, 'flights' | 'changed'>,
): Pick<AuthoriseRequest, 'description' | 'statementSuffix' | 'metadata'> {
  const [first] = slices;
  const departure = first?.segments[0]?.departing_at?.slice(0, 10) ?? '';
  const { purchase_kind, purchase_id } = payment;
  const days = Math.floor((Date.parse(departure) - Date.now()) / dayMs) + 1;
  return {
    description: `Flights ${first?.origin.iata_code}-${first?.destination.iata_code} ${departure}`,
    statementSuffix: toStatementSuffix(payment.brand),
    metadata: {
      ...(changed ? { ...changed, purchase_kind, purchase_id } : { offer_id: purchase_id }),
      ...{ brand: payment.brand, mode: payment.mode },
      visitor: payment.visitor_hash,
      is_guest: String(payment.user_id === null),
      passengers: String(passengers.length),
      departure_in_days: String(days),
    },
  };
}
