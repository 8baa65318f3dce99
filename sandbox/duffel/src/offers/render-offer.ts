import type { FlightsCondition, OfferSlice } from '@duffel/api/types';
import type { OfferDraft } from '../flights/offer-drafts.ts';
import { getDuration, type SliceOption } from '../flights/slice-options.ts';
import { deriveId, hash } from '../flights/seeded-random.ts';
import type { TestScenario } from '../flights/test-routes.ts';
import { toAirportPlace } from '../geo/airports.ts';
import { formatDuration } from '../geo/time-zone.ts';
import type { ListedOffer, OfferRequestRecord } from '../records.ts';
import { convertFromUsd, toAmount } from '../state/money.ts';
import {
  requiresDocuments,
  calculateEmissionsKg,
  combinePenalties,
  getPaymentRequirements,
  getTtlMs,
} from './offer-rules.ts';
import { renderAirline, renderSegment } from './render-segment.ts';

interface RenderInput {
  request: OfferRequestRecord;
  draft: OfferDraft;
  offerId: string;
  currency: string;
  scenario: TestScenario | null;
}

/** Creates an offer id that contains the key of its offer request, so that the request can be found from the offer. */
function createOfferId(requestId: string, index: number): string {
  const number = (hash(requestId) + index) % 62 ** 4;
  return `off_0000${requestId.slice(8, 22)}${encodeNumber(number)}`;
}

/** The part of an id that an offer request and its offers have in common. */
export const getRequestKey = (id: string): string => id.slice(8, 22);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
function encodeNumber(number: number): string {
  let text = '';
  for (let rest = number, i = 0; i < 4; i++, rest = Math.floor(rest / 62))
    text = (DIGITS[rest % 62] ?? '0') + text;
  return text;
}

function renderCondition(
  penalty: number | false | null,
  passengerCount: number,
  currency: string,
): FlightsCondition | null {
  if (penalty === null) return null;
  if (penalty === false) return { allowed: false, penalty_amount: null, penalty_currency: null };
  return {
    allowed: true,
    penalty_amount: toAmount(convertFromUsd(penalty * passengerCount, currency), currency),
    penalty_currency: currency,
  };
}

const countSeats = (request: OfferRequestRecord): number =>
  request.passengers.filter((passenger) => passenger.type !== 'infant_without_seat').length;

function renderSlice(input: RenderInput, sliceOption: SliceOption, index: number): OfferSlice {
  const { currency, request, offerId } = input;
  const fare = input.draft.fares[index];
  const first = sliceOption.flights[0];
  const last = sliceOption.flights.at(-1);
  if (!first || !last || !fare) throw new Error('Slice option without flights or fare');
  const passengerCount = countSeats(request);
  return {
    id: deriveId('sli', `${offerId}|${index}`),
    origin_type: 'airport',
    origin: toAirportPlace(first.from),
    destination_type: 'airport',
    destination: toAirportPlace(last.to),
    duration: formatDuration(getDuration(sliceOption)),
    fare_brand_name: fare.name,
    ngs_shelf: fare.hasFreeSeats ? 3 : fare.checkedBags > 0 ? 2 : 1,
    comparison_key: Buffer.from(
      `${fare.name}|${sliceOption.marketingFlights.map((marketingFlight) => marketingFlight.carrier + marketingFlight.number).join('-')}`,
    ).toString('base64'),
    conditions: {
      change_before_departure: renderCondition(fare.change, passengerCount, currency),
      refund_before_departure: renderCondition(fare.refund, passengerCount, currency),
      advance_seat_selection: fare.hasFreeSeats,
      priority_boarding: fare.hasPriority,
      priority_check_in: fare.hasPriority,
    },
    segments: sliceOption.flights.map((flight, segmentIndex) =>
      renderSegment(
        { request, scenario: input.scenario, fare },
        sliceOption,
        flight,
        segmentIndex,
        deriveId('seg', `${offerId}|${index}|${segmentIndex}`),
      ),
    ),
  };
}

/** Renders an offer in the format of Duffel's lists. */
export function renderOffer(
  request: OfferRequestRecord,
  draft: OfferDraft,
  index: number,
  currency: string,
  scenario: TestScenario | null,
): ListedOffer {
  const offerId = createOfferId(request.id, index);
  const input: RenderInput = { request, draft, offerId, currency, scenario };
  const owner = draft.slices[0]?.owner;
  if (!owner) throw new Error('Offer draft without slices');
  const createdAt = Date.parse(request.created_at);
  const base = draft.prices.reduce((sum, price) => sum + convertFromUsd(price.base, currency), 0);
  const tax = draft.prices.reduce((sum, price) => sum + convertFromUsd(price.tax, currency), 0);
  const passengerCount = countSeats(request);
  const hasUsAirport = draft.slices.some(({ flights }) =>
    flights.some(({ from, to }) => from.country === 'US' || to.country === 'US'),
  );
  return {
    id: offerId,
    live_mode: request.live_mode,
    created_at: request.created_at,
    updated_at: request.created_at,
    expires_at: new Date(createdAt + getTtlMs(draft, scenario)).toISOString(),
    partial: false,
    owner: renderAirline(owner.code, scenario),
    base_amount: toAmount(base, currency),
    base_currency: currency,
    tax_amount: toAmount(tax, currency),
    tax_currency: currency,
    total_amount: toAmount(base + tax, currency),
    total_currency: currency,
    total_emissions_kg: String(calculateEmissionsKg(draft, passengerCount)),
    passengers: request.passengers,
    passenger_identity_documents_required: requiresDocuments(draft),
    supported_passenger_identity_document_types: hasUsAirport
      ? ['passport', 'known_traveler_number', 'passenger_redress_number']
      : ['passport'],
    supported_loyalty_programmes: owner.isLowCost ? [] : [owner.code],
    payment_requirements: getPaymentRequirements(draft, scenario, createdAt),
    private_fares: [],
    conditions: {
      change_before_departure: renderCondition(
        combinePenalties(draft.fares.map(({ change }) => change)),
        passengerCount,
        currency,
      ),
      refund_before_departure: renderCondition(
        combinePenalties(draft.fares.map(({ refund }) => refund)),
        passengerCount,
        currency,
      ),
    },
    slices: draft.slices.map((sliceOption, sliceIndex) => renderSlice(input, sliceOption, sliceIndex)),
    available_services: null,
  };
}
