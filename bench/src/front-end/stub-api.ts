import type { ServerHttp2Stream } from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { currentUser, firstPageSize, searchFlights, searchProgress } from '@fareline/contracts';
import { generateOffers } from '../generated-offers.ts';

interface StubResponse {
  status: number;
  type: string;
  body: Buffer;
  delayMs: number;
}

const json = (status: number, value: unknown, delayMs: number): StubResponse => ({
  status,
  type: 'application/json',
  body: brotliCompressSync(JSON.stringify(value)),
  delayMs,
});

const offers = generateOffers(240);
const page = {
  offers: offers.slice(0, firstPageSize),
  search_id: 'orq_1',
  total_count: offers.length,
  searched_at: '2026-12-01T12:00:00Z',
  facts: { median_emissions_kg: null, shortest_minutes: 840 },
};

/** Responses by path, the same for both sides: a signed-out visitor and one search. */
const responses: Record<string, StubResponse> = {
  [currentUser.path]: json(401, { message: 'Not authenticated' }, 20),
  [searchFlights.path]: json(200, page, 300),
  [searchProgress.path]: {
    status: 200,
    type: 'text/event-stream',
    body: brotliCompressSync('event: end\ndata: {}\n\n'),
    delayMs: 20,
  },
};
const notFound = json(404, { error: 'NOT_FOUND', message: 'Not found' }, 20);

/** Sends the stub response for a path, after its delay. */
export async function sendStubResponse(stream: ServerHttp2Stream, path: string): Promise<void> {
  const { status, type, body, delayMs } = responses[path] ?? notFound;
  await wait(delayMs);
  if (stream.destroyed) return;
  stream.respond({ ':status': status, 'content-type': type, 'content-encoding': 'br' });
  stream.end(body);
}
