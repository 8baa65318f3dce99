import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A provider that answers searches in batches with responses recorded from the Duffel sandbox, all at the same moment: it costs the
 * provider no time to produce them, so that the memory of flights does not depend on the speed of the sandbox.
 */
const { SANDBOX_URL = '', DESTINATIONS = '', DEPARTURE_DATE = '', RETURN_DATE = '' } = process.env;
const batchCount = 4;
/** From the first search of a burst to its first batches, so that all searches have started. */
const delayMs = 1_500;
const headers = {
  ...{
    authorization: 'Bearer duffel_test_bench',
    'duffel-version': 'v2',
    'content-type': 'application/json',
  },
};

async function recordBatches(destination: string): Promise<string[]> {
  const slices = [
    { origin: 'LHR', destination, departure_date: DEPARTURE_DATE },
    { origin: destination, destination: 'LHR', departure_date: RETURN_DATE },
  ];
  const data = { slices, passengers: [{ type: 'adult' }], cabin_class: 'economy', max_connections: 2 };
  const response = await fetch(`${SANDBOX_URL}/air/offer_requests?return_offers=true`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ data }) },
  });
  const { offers } = ((await response.json()) as { data: { offers: unknown[] } }).data;
  const size = Math.ceil(offers.length / batchCount);
  return Array.from({ length: batchCount }, (_, index) =>
    render(destination, batchCount - 1 - index, offers.slice(index * size, (index + 1) * size)),
  );
}

const render = (id: string, remaining: number, offers: unknown[]): string =>
  JSON.stringify({ data: { id, total_batches: batchCount, remaining_batches: remaining, offers } });

const batches = new Map<string, string[]>();
for (const destination of DESTINATIONS.split(',')) batches.set(destination, await recordBatches(destination));

/** The batches that are still to be read, by search. */
const unread = new Map<string, string[]>();
let burstAt = 0;

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (body: string | undefined, ms = 0) =>
    setTimeout(() => response.setHeader('content-type', 'application/json').end(body), ms);
  if (request.method === 'POST') {
    const body = JSON.parse(await text(request)) as { data: { slices: { destination: string }[] } };
    const destination = body.data.slices[0]?.destination ?? '';
    unread.set(destination, [...(batches.get(destination) ?? [])]);
    if (burstAt < Date.now()) burstAt = Date.now() + delayMs;
    send(render(destination, batchCount, []));
    return;
  }
  const id = request.url?.split('/').at(-1) ?? '';
  send(unread.get(id)?.shift(), Math.max(0, burstAt - Date.now()));
}

const server = createServer((request, response) => void respond(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`listening on http://127.0.0.1:${address.port}`);
});
