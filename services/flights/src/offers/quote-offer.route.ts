import {
  formatMinor,
  type BagSelection,
  type OfferQuote,
  type SeatMap,
  type SeatSelection,
  type SoldOutExtras,
} from '@fareline/contracts';
import { quoteOfferContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { toClient } from '@fareline/service-kit/limits/client';
import type { Deps } from '../deps.ts';
import type { BudgetCall } from '../duffel/budget-call.ts';
import { priceBags } from '../pricing/price-bags.ts';
import { addMarkup, priceOffer } from '../pricing/pricing.ts';
import { getFreshOffer } from './fresh-offer.ts';
import { loadOffer, type OfferRecord } from './offer.repository.ts';
import { reloadOffer } from './reload-offer.ts';
import { fetchSeatMaps, getSeatMaps, readStoredSeatMaps } from './seat-maps.ts';
import { priceSeats } from './seat-prices.ts';
import { recordView } from './watched-offers.ts';

/** Called by the payments service. A booking in progress sends its mode, so that a mode switch does not interrupt it. (MODE-06) */
export const quoteOfferRoute = routePlugin({ name: 'quote-offer' }, (app, deps: Deps) => {
  registerRoute(app, quoteOfferContract, async ({ params, body }) => {
    const [mode, markupPercent] = await Promise.all([
      body.mode ?? deps.mode.current(),
      deps.brands.markupPercent(body.brand),
    ]);
    const record = await loadOffer(deps.offers, mode, params.id);
    await recordView(deps, record);
    const call = toBudgetCall(body.ip_address);
    const { seats, bags = [], live: isLive } = body;
    return quote(deps, { record, markupPercent, seats, bags, isLive, call });
  });
});

/** A payment that was authorised is never refused for a limit of its client. (PROVIDER-06, LIMIT-02) */
const toBudgetCall = (ipAddress: string | undefined): BudgetCall =>
  ipAddress === undefined ? { share: 'booking' } : { share: 'payment', client: toClient(ipAddress) };

interface QuoteRequest {
  record: OfferRecord;
  markupPercent: number;
  seats: readonly SeatSelection[];
  bags: readonly BagSelection[];
  /** Loads offer and seat maps from the provider instead of using the stored ones. */
  isLive: boolean;
  call: BudgetCall;
}

/** Price of an offer with its seats and bags for the traveller and for the agency. (MONEY-21, PROVIDER-01) */
async function quote(deps: Deps, request: QuoteRequest): Promise<OfferQuote> {
  const { markupPercent } = request;
  await rejectUnknownExtras(deps, request);
  const record = await getBookableOffer(deps, request);
  const extras = priceExtras(await loadSeatMaps(deps, request, record), record, request);
  rejectSoldOut(extras, record, markupPercent);
  const { minor, currency } = addMarkup(record.price, markupPercent);
  return {
    offer: priceOffer(record, record.mode, markupPercent),
    mode: record.mode,
    offer_request_id: record.offerRequestId,
    amount: formatMinor(minor + extras.totalMinor, currency),
    currency,
    provider_amount: formatMinor(record.price.totalMinor + extras.totalMinor, currency),
    provider_currency: currency,
    seats: extras.seats.priced,
    bags: extras.bags.priced,
    passengers: record.offer.passengers,
  };
}

/** The chosen seats and bags at the airline's prices, which the request does not decide. (EXTRA-02, MONEY-06) */
function priceExtras(
  maps: readonly SeatMap[],
  { offer, price }: OfferRecord,
  request: Pick<QuoteRequest, 'seats' | 'bags'>,
) {
  const seats = priceSeats(maps, request.seats, price.currency);
  const bags = priceBags(offer.bags ?? [], request.bags, price.currency);
  return { seats, bags, totalMinor: seats.totalMinor + bags.totalMinor };
}

/**
 * Throws without a provider call for seats that are not in the seat maps that were shown, and for bags that the loaded offer does not
 * have. Only before the card call: a payment that was authorised is quoted live in any case. (LIMIT-02)
 */
async function rejectUnknownExtras(deps: Deps, request: QuoteRequest): Promise<void> {
  const { record, markupPercent, call } = request;
  if (call.share !== 'payment') return;
  const maps = request.seats.length > 0 ? await readStoredSeatMaps(deps, record.offer.id) : undefined;
  const known = { seats: maps ? request.seats : [], bags: record.hasServices ? request.bags : [] };
  rejectSoldOut(priceExtras(maps ?? [], record, known), record, markupPercent);
}

/** Names what is sold out, and the total without it, before anything is charged. (EXTRA-04) */
function rejectSoldOut(
  { seats, bags, totalMinor }: ReturnType<typeof priceExtras>,
  { price }: OfferRecord,
  markupPercent: number,
): void {
  const serviceIds = [...seats.unavailable, ...bags.unavailable];
  if (serviceIds.length === 0) return;
  const { minor, currency } = addMarkup(price, markupPercent);
  const details: SoldOutExtras = {
    service_ids: serviceIds,
    new_amount: formatMinor(minor + totalMinor, currency),
    currency,
  };
  throw new AppError(seats.unavailable.length > 0 ? 'SEAT_UNAVAILABLE' : 'BAG_UNAVAILABLE', { details });
}

async function getBookableOffer(
  deps: Deps,
  { record: shown, bags, isLive, call }: QuoteRequest,
): Promise<OfferRecord> {
  const record = shown.isShared ? await getFreshOffer(deps, shown, call) : shown;
  const lacksBags = bags.length > 0 && !record.hasServices;
  // The search for a fresh offer has just returned its price.
  const mustReload = (isLive && !shown.isShared) || lacksBags;
  return mustReload ? reloadOffer(deps, record, call) : record;
}

async function loadSeatMaps(
  deps: Deps,
  { seats, isLive, call }: QuoteRequest,
  record: OfferRecord,
): Promise<readonly SeatMap[]> {
  if (seats.length === 0) return [];
  return isLive ? fetchSeatMaps(deps, record, call) : getSeatMaps(deps, record, call);
}
