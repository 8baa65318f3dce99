import { randomUUID } from 'node:crypto';
import type { Contract } from '@fareline/contracts/services';
import * as fc from 'fast-check';
import { cardDetails } from './bodies.ts';
import type { EndpointName, TestedEndpoint } from './endpoints.ts';
import { createDepartureDate, type Sample } from './fuzz-samples.ts';
import type { Harness } from './harness.ts';
import type { RawRequest } from './http.ts';
import { valuesOf, type KnownValues } from './schema-values.ts';
import { siteOrigin } from './settings.ts';

/** The parts of a request before it is serialised. */
interface Parts {
  params: Record<string, unknown>;
  query: unknown;
  body: unknown;
}

/** These strings stand for JSON that no value has; see `toJson`. */
const deepMarker = '@deep';
const protoMarker = '@proto';

/** Text that PostgreSQL cannot store. */
const unstorableTexts = fc.constantFrom('\0', 'a\0b', '\ud800', '\udc00x');

const otherHostileValues: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  ...['', ' ', '\u202e', '\ufeff', 'x'.repeat(70_000), '😀'.repeat(300)],
  ...[
    '../../etc/passwd',
    "'; drop table users; --",
    '${7*7}{{7*7}}',
    '<script>',
    '%00',
    '\r\nset-cookie: a=b',
  ],
  ...[
    'null',
    'NaN',
    'undefined',
    '1e999',
    '2026-02-30',
    '0000-00-00',
    '-1',
    'constructor',
    deepMarker,
    protoMarker,
  ],
  ...[null, true, false, -1, 0, -0, 1.5, 1e308, 2 ** 53 + 1, -(2 ** 63)],
  ...[[], {}, [[]], [null], { length: 1e9 }, { toString: 1 }, { constructor: { prototype: {} } }],
  Array.from({ length: 3000 }, () => 1),
  Array.from({ length: 300 }, () => ({})),
);

const hostileValues = fc.oneof(
  { weight: 1, arbitrary: unstorableTexts },
  { weight: 4, arbitrary: otherHostileValues },
);

const hostileParams = fc.constantFrom(
  ...['%00', 'a%00b', '%zz', '%', '%ED%A0%80', '%C0%80', '%F0%9F%98%80', '..%2f..', '%2e%2e', '%0d%0aa:b'],
  ...[
    'a'.repeat(101),
    'a'.repeat(7000),
    "'",
    '%22',
    '*',
    ';',
    '__proto__',
    'constructor',
    'null',
    '-1',
    '{}',
    '😀',
  ],
);

const hostileQueries = fc.constantFrom(
  ...[
    '__proto__=1',
    'constructor=1',
    '&&&==',
    '=',
    '%zz',
    '%00=1',
    'a=%00',
    '[]=1',
    'a[b]=1',
    'a[]=1&a[]=2',
    '%ED%A0%80',
  ],
  ...[`a=${'x'.repeat(7000)}`, 'a=1&'.repeat(1500), 'origin[]=LHR', 'page=1e9', 'page=-1', 'limit=Infinity'],
);

const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  ...[
    '',
    'session',
    'session=',
    'session=a.b.c',
    `session=${'x'.repeat(4000)}`,
    'session="',
    'visitor=%00',
  ].map((cookie) => ({ cookie })),
  ...[
    'visitor=%zz',
    '=;;=;',
    '__proto__=1',
    'session=a; session=b',
    'brand=../x; visitor=',
    'a=b;'.repeat(900),
  ].map((cookie) => ({ cookie })),
  ...['', 'short', 'x'.repeat(256), 'x'.repeat(5000), '\u00e9'.repeat(10), "';--aaaa"].map((key) => ({
    'idempotency-key': key,
  })),
  ...[
    'null',
    'http://',
    'http://evil.example',
    'https://localhost:3000',
    'x',
    `${siteOrigin}, ${siteOrigin}`,
  ].map((origin) => ({ origin })),
  ...['evil.example', 'localhost:99999', '[::1', 'a'.repeat(300), '%00', 'sunhop.localhost'].map((host) => ({
    host,
  })),
  ...['not an address', '::1, evil', '1.2.3.4,'.repeat(300), '-'].map((value) => ({
    'x-forwarded-for': value,
  })),
  ...['../x', 'x'.repeat(200), '__proto__', ''].map((value) => ({ 'x-brand': value })),
  ...['gzip;q=NaN', '*;q=0', 'identity;q=0', ','.repeat(500)].map((value) => ({ 'accept-encoding': value })),
  ...[{ 'x-request-id': 'x'.repeat(1000) }, { traceparent: '00-0-0-zz' }, { range: 'bytes=0-' }],
  ...[
    { 'sec-fetch-site': 'cross-site' },
    { 'x-forwarded-host': '/..//' },
    { 'x-forwarded-proto': 'javascript' },
  ],
  ...[{ authorization: 'Bearer x' }, { 'x-http-method-override': 'DELETE' }, { 'content-encoding': 'gzip' }],
  ...[
    { accept: 'x/y' },
    { 'if-none-match': '*' },
    { upgrade: 'websocket', connection: 'upgrade' },
    { te: 'trailers' },
  ],
  Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`x-${index}`, 'a'])),
  { 'x-long': 'a'.repeat(17_000) },
);

const contentTypes = fc.constantFrom(
  ...[
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '',
  ],
  ...[
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/json;;',
    '/',
    'application/',
    'x'.repeat(3000),
  ],
);

/** Bodies that are not what their content type says. */
const brokenBodies = (json: string) =>
  fc.constantFrom(
    ...[
      '',
      ' ',
      '{',
      '[',
      '"',
      'null',
      'true',
      '0',
      '1e999',
      '{"a":}',
      '{"a":1,}',
      "{'a':1}",
      '\0',
      '\ufeff{}',
      '{}{}',
      'NaN',
    ],
    ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '"\\ud800"', '{"a":1,"a":2}'],
    json.slice(0, json.length / 2),
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `"${'x'.repeat(1_000_000)}"`,
  );

/** Objects as JSON, because those of fast-check have no prototype and therefore no text. */
const toText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** All places in a JSON value, outermost first. */
function placesIn(value: unknown, place: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [place];
  const inner = Object.entries(value).slice(0, 50);
  return [place, ...inner.flatMap(([key, field]) => placesIn(field, [...place, key]))];
}

/** A copy of a JSON value with another value at one place; without that place if the value is undefined. */
function replaceAt(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, replacement);
  return copy;
}

/** Values with something else at one of their places: a hostile value, nothing, a list of the value, or the value as text. */
const distorted = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(values, fc.nat(), fc.nat(3), hostileValues).map(([value, seed, kind, hostile]) => {
    const places = placesIn(value);
    const place = places[seed % places.length] ?? [];
    const current = place.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
    return replaceAt(value, place, [hostile, undefined, [current], toText(current)][kind]);
  });

const toJson = (value: unknown): string =>
  (JSON.stringify(value) ?? '')
    .replaceAll(`"${deepMarker}"`, `${'['.repeat(5000)}${']'.repeat(5000)}`)
    .replaceAll(`"${protoMarker}"`, '{"__proto__":{"isAdmin":true}}');

function toQuery(value: unknown): string {
  const query = new URLSearchParams();
  if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value))
      for (const item of [field].flat()) query.append(name, toText(item).toWellFormed().slice(0, 5000));
  return query.toString();
}

const encodeParam = (value: unknown): string => encodeURIComponent(toText(value ?? '').toWellFormed());

export type FuzzCase = Omit<RawRequest, 'headers'> & { headers: Record<string, string> };

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The same request as another attempt: with another idempotency key, unless the key is known or hostile. */
export function withNewKey(request: FuzzCase, knownKey: string): FuzzCase {
  const key = request.headers['idempotency-key'];
  if (!key || key === knownKey || !uuid.test(key)) return request;
  return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
}

/** Endpoints after which others accept requests come first, and those that end what others need last, in this order. */
const firstEndpoints: readonly EndpointName[] = [
  'processCardContract',
  'createBookingContract',
  'planReviewCaseContract',
  'closeReviewCaseContract',
];
const lastEndpoints: readonly EndpointName[] = ['cancelBookingContract', 'logoutContract'];

export function sortForFuzzing(endpoints: readonly TestedEndpoint[]): TestedEndpoint[] {
  const withName = (name: EndpointName) => endpoints.filter((endpoint) => endpoint.name === name);
  const first = firstEndpoints.flatMap(withName);
  const last = lastEndpoints.flatMap(withName);
  return [...first, ...endpoints.filter((endpoint) => ![...first, ...last].includes(endpoint)), ...last];
}

/** Values that exist, by the names of fields and parameters. */
export const createKnownValues = ({
  offer,
  booking,
  reviewCase,
  username,
  email,
}: Harness['known']): KnownValues => ({
  id: [offer.id, booking.id, booking.paymentId, reviewCase, 'off_unknown'],
  offerId: [offer.id, 'off_unknown'],
  amount: [offer.total_amount],
  currency: [offer.total_currency],
  brand: ['default', 'sunhop', 'a-brand'],
  username: [username, 'unknown'],
  email: [email],
  origin: ['LHR', 'lhr'],
  destination: ['JFK', 'AMS'],
  departureDate: [createDepartureDate()],
  number: [cardDetails.number, '4000000000000002'],
  expiryYear: [cardDetails.expiryYear],
  expiryMonth: [cardDetails.expiryMonth],
  cvv: [cardDetails.cvv],
});

/** Requests to an endpoint: valid, nearly valid and hostile ones. */
export function createFuzzCases(
  contract: Contract,
  known: KnownValues,
  { body: sampleBody, idempotencyKey, contentType = 'application/json', isExpensive = false }: Sample = {},
): fc.Arbitrary<FuzzCase> {
  const { method, path } = contract;
  const nothing = fc.constant<unknown>(undefined);
  const params = contract.params ? valuesOf(contract.params, known) : fc.constant<unknown>({});
  const query = contract.query ? valuesOf(contract.query, known) : nothing;
  const generatedBody = contract.body ? valuesOf(contract.body, known) : nothing;
  const body = sampleBody ? fc.oneof(sampleBody, contract.body ? generatedBody : sampleBody) : generatedBody;
  const valid = fc.record({ params, query, body }) as fc.Arbitrary<Parts>;
  const key = idempotencyKey ? fc.oneof(fc.constant(idempotencyKey), fc.uuid()) : fc.uuid();

  const toCase = ({ params, query, body }: Parts, key: string): FuzzCase => {
    const text = toQuery(query);
    const json = body === undefined ? undefined : toJson(body);
    return {
      method,
      path: path.replace(/:(\w+)/g, (_, name: string) => encodeParam(params[name])) + (text && `?${text}`),
      headers: {
        // Browsers accept compressed pages of results, because they are large.
        'accept-encoding': 'br',
        ...(method === 'GET' ? {} : { origin: siteOrigin, 'idempotency-key': key }),
        ...(json === undefined ? {} : { 'content-type': contentType }),
      },
      body: json,
    };
  };
  const validCases = fc.tuple(valid, key).map(([parts, id]) => toCase(parts, id));
  const distortedBodies = fc
    .tuple(fc.record({ params, query, body: distorted(body) }) as fc.Arbitrary<Parts>, key)
    .map(([parts, id]) => toCase(parts, id));
  const usualCases = isExpensive ? distortedBodies : validCases;
  const change = <T>(values: fc.Arbitrary<T>, apply: (request: FuzzCase, value: T) => FuzzCase) =>
    fc.tuple(usualCases, values).map(([request, value]) => apply(request, value));
  const usualBody = isExpensive ? distorted(body) : body;
  const distortedQueries = fc
    .tuple(fc.record({ params, query: distorted(query), body: usualBody }) as fc.Arbitrary<Parts>, key)
    .map(([parts, id]) => toCase(parts, id));
  const otherParams = change(hostileParams, (request, value) => ({
    ...request,
    path: path.replace(/:\w+/g, () => encodeURI(value).replaceAll('%25', '%')),
  }));
  const otherQueries = change(fc.tuple(hostileQueries, fc.boolean()), (request, [value, isAdded]) => {
    const [pathname = '', text = ''] = request.path.split('?');
    const first = text.split('&')[0] ?? '';
    return { ...request, path: `${pathname}?${isAdded ? `${text}&${first}&${value}` : value}` };
  });
  const otherHeaders = change(hostileHeaders, (request, headers) => ({
    ...request,
    headers: { ...request.headers, ...headers },
  }));
  const otherTypes = change(contentTypes, (request, type) => ({
    ...request,
    headers: { ...request.headers, 'content-type': type },
    body: request.body ?? '{}',
  }));
  const otherBodies = validCases.chain((request) =>
    brokenBodies(String(request.body ?? '{}')).map((text) => ({
      ...request,
      headers: { ...request.headers, 'content-type': contentType },
      body: text,
    })),
  );
  const writes =
    method === 'GET'
      ? []
      : [
          { weight: 6, arbitrary: distortedBodies },
          { weight: 1, arbitrary: otherTypes },
          { weight: 2, arbitrary: otherBodies },
        ];
  return fc.oneof(
    { weight: isExpensive ? 2 : 5, arbitrary: validCases },
    { weight: contract.query ? 8 : 1, arbitrary: distortedQueries },
    { weight: path.includes(':') ? 5 : 1, arbitrary: otherParams },
    { weight: 2, arbitrary: otherQueries },
    { weight: 3, arbitrary: otherHeaders },
    ...writes,
  );
}
