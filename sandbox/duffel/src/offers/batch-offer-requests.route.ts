import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { brokenOffers } from '../control/odd-results.ts';
import { notFound } from '../http/errors.ts';
import { parseData } from '../http/request-body.ts';
import type { ListedOffer, OfferRequestRecord } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';
import { createSearch, playTimeout, SearchInput, supplierTimeout } from './offer-requests.route.ts';

const LIFETIME_MS = 60_000;
const BATCHES = 4;
/** The least time between two batches, so that a caller sees more than one. */
const LEAST_STEP_MS = 20;

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

/** Airlines answer one after the other: each batch holds all offers of some of them. */
function batchesOf(offers: readonly ListedOffer[], startedAt: number, stepMs: number): Batch[] {
  const owners = [...new Set(offers.map((offer) => offer.owner.id))];
  const count = Math.max(1, Math.min(BATCHES, owners.length));
  return [...Array(count).keys()].map((batch) => ({
    readyAt: startedAt + stepMs * (batch + 1),
    offers: offers.filter((offer) => owners.indexOf(offer.owner.id) % count === batch),
  }));
}

/** Searches that are read while the airlines are still answering. Kept for a minute, in memory: so are Duffel's. */
export function addBatchOfferRequestRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const open = new Map<string, BatchRequest>();

  const wire = ({ record, total, waiting }: BatchRequest) => ({
    id: record.id,
    created_at: record.created_at,
    live_mode: record.live_mode,
    client_key: `SFMyNTY.${record.id}`,
    total_batches: total,
    remaining_batches: waiting.length,
  });

  app.post('/air/batch_offer_requests', async (request, reply) => {
    const input = parseData(request, SearchInput);
    const record = createSearch(sandbox, input, request.liveMode, supplierTimeout(request.query));
    await playTimeout(record);
    sandbox.offers.remember(record);
    const step = Math.max(LEAST_STEP_MS, sandbox.latencyMs / BATCHES);
    const waiting = batchesOf(sandbox.offers.listOf(record), Date.now(), step);
    const batch = { record, total: waiting.length, expiresAt: sandbox.clock.now() + LIFETIME_MS, waiting };
    for (const [id, old] of open) if (old.expiresAt <= sandbox.clock.now()) open.delete(id);
    open.set(record.id, batch);
    return reply.code(201).send({ data: wire(batch) });
  });

  app.get<{ Params: { id: string } }>('/air/batch_offer_requests/:id', async (request) => {
    const batch = open.get(request.params.id);
    if (!batch || batch.expiresAt <= sandbox.clock.now()) throw notFound('batch offer request');
    // One batch an answer, so that a caller on a slow machine sees the same steps as one on a fast machine.
    const next = batch.waiting.shift();
    if (next && next.readyAt > Date.now()) await sleep(next.readyAt - Date.now());
    const offers = next?.offers ?? [];
    const broken = batch.record.odd?.broken ? brokenOffers(offers[0]) : [];
    return { data: { ...wire(batch), offers: [...broken, ...offers] } };
  });
}
