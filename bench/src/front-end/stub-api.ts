import type { ServerHttp2Stream } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { firstPageSize, type SearchResponse } from '@fareline/contracts';
import { httpStatusFor, messageFor, type ErrorCode } from '@fareline/contracts/errors';
import { listErrors } from '@fareline/contracts/list-errors';
import {
  currentUserContract,
  getAlternativePricesContract,
  listPopularRoutesContract,
  searchFlightsContract,
  searchProgressContract,
  type Contract,
} from '@fareline/contracts/services';
import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';

interface StubResponse {
  contract: Contract;
  status: number;
  type: string;
  body: Buffer;
  delayMs: number;
}

const encode = (body: unknown) => brotliCompressSync(typeof body === 'string' ? body : JSON.stringify(body));

/** Throws where no service can respond like this. */
const success = (contract: Contract, body: unknown, delayMs: number): StubResponse => ({
  ...{ contract, status: 200, delayMs, body: encode(contract.response.parse(body)) },
  type: typeof body === 'string' ? 'text/event-stream' : 'application/json',
});

function failure(contract: Contract, error: ErrorCode): StubResponse {
  if (!listErrors(contract).has(error)) throw new Error(`${contract.path} has no error ${error}`);
  const body = encode({ error, message: messageFor(error) });
  return { contract, status: httpStatusFor(error), type: 'application/json', body, delayMs: 20 };
}

const airlines = ['BA', 'AF', 'LH', 'KL', 'IB', 'AA', 'DL', 'UA', 'VS', 'TP', 'EI', 'AY'];
const offers = Array.from({ length: firstPageSize }, (_, index) => {
  const time = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:${10 + index}:00`;
  const flight = { departs: time(6), arrives: time(14), airlines: [airlines[index % airlines.length]!] };
  const stops = index % 3 === 0 ? [] : ['BOS'];
  return sampleOffer({
    id: `off_${index}`,
    total_amount: `${200 + index}.00`,
    slices: [sampleSlice('LHR', 'JFK', { ...flight, stops }), sampleSlice('JFK', 'LHR', flight)],
  });
});
const page: SearchResponse = {
  offers,
  search_id: 'orq_1',
  total_count: offers.length,
  searched_at: new Date().toISOString(),
  facts: { itinerary_count: offers.length, median_emissions_kg: null, shortest_minutes: 840 },
};

/** The same for both sides: a signed-out visitor and one search. */
const responses = [
  failure(currentUserContract, 'NOT_AUTHENTICATED'),
  success(searchFlightsContract, page, 300),
  success(listPopularRoutesContract, { routes: [] }, 20),
  success(getAlternativePricesContract, { days: [], nearby: [], nearby_routes: [] }, 20),
  success(searchProgressContract, 'event: end\ndata: {}\n\n', 20),
];

/** Sends the response of an endpoint, after its delay. */
export async function sendStubResponse(
  stream: ServerHttp2Stream,
  method: string,
  path: string,
): Promise<void> {
  const response = responses.find(({ contract }) => contract.method === method && contract.path === path);
  if (!response) return void stream.destroy(new Error(`the stub has no response to ${method} ${path}`));
  await sleep(response.delayMs);
  if (stream.destroyed) return;
  stream.respond({ ':status': response.status, 'content-type': response.type, 'content-encoding': 'br' });
  stream.end(response.body);
}
