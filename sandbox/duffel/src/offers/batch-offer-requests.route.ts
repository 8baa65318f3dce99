import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildBrokenOffers } from './broken-offers.ts';
import { notFound, unavailableFeature } from '../http/errors.ts';
import { parseData } from '../http/request-body.ts';
import type { ListedOffer, OfferRequestRecord } from '../records.ts';
import type { Deps } from '../deps.ts';
import { createSearch, simulateTimeout, SearchInput, parseSupplierTimeout } from './offer-requests.route.ts';

const BATCH_REQUEST_TTL_MS = 60_000;
const MAX_BATCHES = 4;
/** Minimum interval between two batches, so that a client receives more than one. */
const MIN_BATCH_INTERVAL_MS = 20;

interface Batch {
  readyAt: number;
  offers: ListedOffer[];
}

interface BatchRequest {
  record: OfferRequestRecord;
  total: number;
  expiresAt: number;
  waiting: Batch[];
}

/** Splits offers into batches as if the airlines responded one after the other; each airline is in one batch. */
function splitIntoBatches(offers: readonly ListedOffer[], startedAt: number, intervalMs: number): Batch[] {
  const ownerIds = [...new Set(offers.map((offer) => offer.owner.id))];
  const count = Math.max(1, Math.min(MAX_BATCHES, ownerIds.length));
  return [...Array(count).keys()].map((index) => ({
    readyAt: startedAt + intervalMs * (index + 1),
    offers: offers.filter((offer) => ownerIds.indexOf(offer.owner.id) % count === index),
  }));
}

/** Routes for searches that are read in batches. They are kept in memory for one minute, as at Duffel. */
export function addBatchOfferRequestRoutes(app: FastifyInstance, deps: Deps): void {
  const batchRequests = new Map<string, BatchRequest>();

  const renderBatchRequest = ({ record, total, waiting }: BatchRequest) => ({
    id: record.id,
    created_at: record.created_at,
    live_mode: record.live_mode,
    client_key: `SFMyNTY.${record.id}`,
    total_batches: total,
    remaining_batches: waiting.length,
  });

  app.post('/air/batch_offer_requests', async (request, reply) => {
    if (deps.refusesBatches) throw unavailableFeature();
    const input = parseData(request, SearchInput);
    const record = createSearch(deps, input, request.liveMode, parseSupplierTimeout(request.query));
    await simulateTimeout(record);
    deps.offers.saveRequest(record);
    const intervalMs = Math.max(MIN_BATCH_INTERVAL_MS, deps.latencyMs / MAX_BATCHES);
    const waiting = splitIntoBatches(deps.offers.list(record), Date.now(), intervalMs);
    const batchRequest = {
      record,
      total: waiting.length,
      expiresAt: deps.clock.now() + BATCH_REQUEST_TTL_MS,
      waiting,
    };
    for (const [id, other] of batchRequests)
      if (other.expiresAt <= deps.clock.now()) batchRequests.delete(id);
    batchRequests.set(record.id, batchRequest);
    return reply.code(201).send({ data: renderBatchRequest(batchRequest) });
  });

  app.get<{ Params: { id: string } }>('/air/batch_offer_requests/:id', async (request) => {
    const batchRequest = batchRequests.get(request.params.id);
    if (!batchRequest || batchRequest.expiresAt <= deps.clock.now()) throw notFound('batch offer request');
    // One batch per response, so that the number of steps does not depend on the speed of the machine.
    const next = batchRequest.waiting.shift();
    if (next && next.readyAt > Date.now()) await sleep(next.readyAt - Date.now());
    const offers = next?.offers ?? [];
    const broken = batchRequest.record.resultOverrides?.broken ? buildBrokenOffers(offers[0]) : [];
    return { data: { ...renderBatchRequest(batchRequest), offers: [...broken, ...offers] } };
  });
}
