import { parseMinor, type PassengerType } from '@fareline/contracts';
import { maxMarkupPercent, offerSchema } from '@fareline/contracts/schemas';
import { addMarkup, priceOffer } from '../pricing/pricing.ts';
import { describeIssue } from './describe-issue.ts';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { mapBags } from './map-bags.ts';
import { mapCheckedBag } from './map-checked-bag.ts';
import { mapIncludedBags } from './included-bags.ts';
import { mapConditions } from './map-conditions.ts';
import { formatFlightNumber, mapCarrier, mapSlice } from './map-segment.ts';
import { mapServices } from './map-services.ts';
import { rawOfferSchema, type RawOffer } from './raw-offer.ts';

/**
 * The fields of which the contract permits fewer values than their type has. One offer that it refuses would fail every page that
 * has it. All else has its type from `rawOfferSchema`; the whole offer would take half as long again to map.
 */
const limitedFieldsSchema = offerSchema.pick({
  total_amount: true,
  base_amount: true,
  tax_amount: true,
  conditions: true,
  available_services: true,
  checked_bag: true,
  included_bags: true,
});

type MappedOffer = { ok: true; value: ProviderOffer } | { ok: false; id: string; reason: string };

/** The provider may return a passenger with an age but no type. */
function toPassengerType(type: string | null, age: number | null | undefined): PassengerType {
  if (type === 'child' || type === 'infant_without_seat' || type === 'adult') return type;
  if (typeof age !== 'number') return 'adult';
  return age < 2 ? 'infant_without_seat' : age < 12 ? 'child' : 'adult';
}

/** Equal for offers that differ only in price: same flights, cabin, fare, conditions and bags. (PROVIDER-01) */
function buildFareKey(raw: RawOffer): string {
  const { refund_before_departure: refund, change_before_departure: change } = raw.conditions ?? {};
  return JSON.stringify([
    raw.slices.map((slice) => [
      slice.fare_brand_name,
      slice.segments.map((segment) => [
        formatFlightNumber(segment),
        segment.departing_at,
        segment.passengers[0]?.cabin_class ?? null,
        (segment.passengers[0]?.baggages ?? []).map(({ type, quantity }) => `${quantity} ${type}`).sort(),
      ]),
    ]),
    refund?.allowed ?? null,
    change?.allowed ?? null,
  ]);
}

function parsePrice(raw: RawOffer): ProviderOffer['price'] | undefined {
  const { total_currency: currency } = raw;
  const totalMinor = parseMinor(raw.total_amount, currency);
  // Without a markup less than half a unit would be sold for 0.
  if (totalMinor === undefined || addMarkup({ totalMinor, currency }, 0).minor <= 0) return undefined;
  const tax =
    raw.tax_currency === currency && raw.tax_amount ? (parseMinor(raw.tax_amount, currency) ?? 0) : 0;
  return { currency, totalMinor, taxMinor: tax >= 0 && tax <= totalMinor ? tax : 0 };
}

/** Maps an offer of the provider to our type, or returns the reason why it is invalid. (PROVIDER-11) */
export function mapOffer(input: unknown): MappedOffer {
  const parsed = rawOfferSchema.safeParse(input);
  if (!parsed.success) {
    return { ok: false, id: readId(input), reason: describeIssue(parsed.error) };
  }
  const raw = parsed.data;
  const price = parsePrice(raw);
  if (!price)
    return {
      ok: false,
      id: raw.id,
      reason: 'total_amount: not a valid price',
    };
  const value = toProviderOffer(raw, price);
  const sent = limitedFieldsSchema.safeParse(priceOffer(value, 'test', maxMarkupPercent));
  if (!sent.success) return { ok: false, id: raw.id, reason: describeIssue(sent.error) };
  return { ok: true, value };
}

function toProviderOffer(raw: RawOffer, price: ProviderOffer['price']): ProviderOffer {
  const bags = mapBags(raw);
  return {
    price,
    fareKey: buildFareKey(raw),
    offer: {
      id: raw.id,
      owner: mapCarrier(raw.owner),
      slices: raw.slices.map((slice) => mapSlice(raw, slice)),
      passengers: raw.passengers.map(({ id, type, age }) => ({ id, type: toPassengerType(type, age) })),
      conditions: mapConditions(raw.conditions, raw.owner),
      available_services: mapServices(raw),
      checked_bag: mapCheckedBag(raw),
      ...(bags.length > 0 && { bags }),
      included_bags: mapIncludedBags(raw),
      passenger_identity_documents_required: raw.passenger_identity_documents_required ?? false,
      payment_requirements: {
        price_guarantee_expires_at: raw.payment_requirements?.price_guarantee_expires_at ?? null,
        payment_required_by: raw.payment_requirements?.payment_required_by ?? null,
      },
      total_emissions_kg: raw.total_emissions_kg,
      created_at: raw.created_at ?? new Date().toISOString(),
      expires_at: new Date(raw.expires_at).toISOString(),
    },
  };
}

function readId(input: unknown): string {
  const { id } = Object(input) as { id?: unknown };
  return typeof id === 'string' ? id : 'unknown id';
}
