import {
  createBooking,
  processCard,
  refreshOffer,
  searchFlightsPage,
  wholeListSize,
} from '@fareline/contracts';
import { eventually } from '@fareline/service-kit/testing';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardDetails, createBookingBody, createPaymentBody } from '../endpoints/testing/bodies.ts';
import { createReleases } from '../endpoints/testing/releases.ts';
import { createVisitor } from '../endpoints/testing/visitor.ts';
import { getDataFolder } from './paths.ts';
import { findFreePort } from './ports.ts';
import { startProduct, type Product } from './product.ts';
import { createTestDataFolder, removeTestData } from './testing/test-data-folder.ts';
import { createMinimalEnvironment } from './testing/test-product.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
}

/** What the tests read of an export: OTLP as JSON. */
interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Span, 'service'>[] }[];
  }[];
}

const parseSpans = ({ resourceSpans }: Export): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });

const forgedTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const exports: string[] = [];
const collector = createServer((request: IncomingMessage, response) => {
  void text(request).then((body) => {
    exports.push(body);
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
let product: Product;
let dataDir: string;
let secrets: string[] = [];

const listSpans = () => exports.flatMap((body) => parseSpans(JSON.parse(body) as Export));

/** Books as a visitor who sends a trace of its own. */
async function book(): Promise<void> {
  const visitor = createVisitor({
    origin: product.url,
    traceparent: `00-${forgedTrace}-00f067aa0ba902b7-01`,
  });
  const departureDate = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const query = { origin: 'LHR', destination: 'JFK', departureDate, limit: wholeListSize };
  const { offers } = await visitor.call(product.url, searchFlightsPage, { query });
  const { offer } = await visitor.call(product.url, refreshOffer, { params: { id: offers[0]!.id } });
  const payment = createPaymentBody(offer);
  const paid = await visitor.call(product.url, processCard, { body: payment });
  const booking = createBookingBody(offer, paid);
  const booked = await visitor.call(product.url, createBooking, { body: booking });
  const [passenger] = booking.passengers;
  const tokenInUrl = 'token-of-a-link';
  await fetch(`${product.url}/api/flights/airports?token=${tokenInUrl}`);
  const account = 'accountInfo' in booked ? booked.accountInfo : null;
  const cookies = visitor
    .getHeaders()
    .cookie!.split('; ')
    .map((cookie) => cookie.split(/=(.*)/s)[1]!);
  secrets = [
    ...[cardDetails.number, cardDetails.holderName, tokenInUrl, 'duffel_test_sandbox', 'sk_test_sandbox'],
    ...[passenger!.lastName, passenger!.phone!, passenger!.passportNumber!],
    ...[booked.statusToken!, account!.username, account!.password!, passenger!.email!],
    // Others are flags.
    ...cookies.filter((value) => value.length > 5),
  ];
}

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  dataDir = createTestDataFolder(getDataFolder());
  product = await startProduct({
    ...{ dataDir, isTemporary: true, port: await findFreePort(), nodeEnv: 'test', hasFrontEnds: false },
    releasesDir: await createReleases(dataDir),
    env: {
      ...createMinimalEnvironment(),
      ...{ DUFFEL_SANDBOX_LATENCY_MS: '0', PROVIDER_BUDGET_PER_MINUTE: '600' },
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    },
  });
  await book();
}, 120_000);
afterAll(async () => {
  await product.stop();
  removeTestData(dataDir);
  collector.close();
});

const isOf =
  (service: string, name: RegExp) =>
  (span: Span): boolean =>
    span.service === service && name.test(span.name);

it('a booking is one trace through all services, both providers and the job that sends its mail', async () => {
  const isBooking = isOf('edge', /^POST \/api\/bookings$/);
  const parts = [
    isBooking,
    isOf('payments', /^POST \/api\/bookings$/),
    isOf('payments', /^pg.query:INSERT/),
    isOf('flights', /^POST \/internal\/offers\/:id\/quote$/),
    isOf('flights', /^GET \/air\/offers\/:id$/),
    isOf('payments', /^POST \/air\/orders$/),
    isOf('payments', /^POST \/v1\/payment_intents\/:id\/capture$/),
    isOf('payments', /^job dispatch-outbox$/),
    isOf('accounts', /^POST \/internal\/guest-accounts$/),
  ];
  const trace = await eventually(async () => {
    const spans = listSpans();
    const traceId = spans.find(isBooking)?.traceId;
    const trace = spans.filter((span) => span.traceId === traceId);
    return parts.every((isPart) => trace.some(isPart)) ? trace : undefined;
  });
  const ids = new Set(trace.map(({ spanId }) => spanId));
  expect(trace.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? '')).map(({ name }) => name)).toEqual([
    'POST /api/bookings',
  ]);
  const log = await readFile(join(product.logsDir, 'payments.log'), 'utf8');
  expect(log).toContain(`"traceId":"${trace[0]!.traceId}"`);
});

it('a new search is one trace, which its thread continues, without the hundreds of commands that store offers', async () => {
  const trace = await eventually(async () => {
    const spans = listSpans();
    const page = spans.find(isOf('flights', /^search page$/));
    const trace = spans.filter(({ traceId }) => traceId === page?.traceId);
    return trace.some(isOf('edge', /^GET \/api\/flights\/search$/)) ? trace : undefined;
  });
  expect(trace.some(isOf('flights', /^POST \/air\/batch_offer_requests/))).toBe(true);
  expect(trace.length).toBeLessThan(60);
});

it('a visitor cannot add to a trace', () => expect(exports.join()).not.toContain(forgedTrace));

it('no span has card data, personal data, tokens or keys', () => {
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((secret) => exports.join().includes(secret))).toEqual([]);
});
