import { randomUUID } from 'node:crypto';
import type { Offer } from '@fareline/contracts';
import type { Program } from '@fareline/service-kit/testing';
import { createPaymentRequest, idempotencyHeader } from './requests.ts';

export const origin = 'http://localhost:3000';

export interface TestResponse<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Headers;
  cookies: Record<string, string>;
}

export interface ResponseBody {
  [name: string]: unknown;
  id: string;
  paymentId: string;
  status: string;
  error: string;
  message: string;
  bookingReference: string | null;
  duffelBookingId: string | null;
  accountCreated: boolean;
  accountInfo: { username: string; email: string; password?: string } | null;
  emailContent: { subject: string; text: string } | null;
  details: Record<string, unknown>;
  statusToken: string;
}

const parseCookies = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    headers.getSetCookie().map((line) => (line.split(';')[0] ?? '').split(/=(.*)/s, 2) as [string, string]),
  );

/** The cookie of a new visitor. */
export const newVisitor = () => ({ cookie: `visitor=${randomUUID()}` });

/** Cookies of a browser that has no visitor cookie. */
export const noVisitor = { cookie: 'visitor=' };

/** All requests of a test file that name no visitor come from this one. */
const defaultVisitor = newVisitor();

/** Sends a request to a service with the origin of the site and the cookie of a visitor. */
export async function sendRequest(
  program: Program,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestResponse<ResponseBody>> {
  const response = await fetch(program.url + path, {
    method,
    headers: {
      origin,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      cookie: headers.cookie?.includes('visitor=')
        ? headers.cookie
        : [defaultVisitor.cookie, headers.cookie].filter(Boolean).join('; '),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text ? JSON.parse(text) : {}) as ResponseBody,
    headers: response.headers,
    cookies: parseCookies(response.headers),
  };
}

/** Sends a payment or a booking as a new attempt. */
export const sendAttempt = (program: Program, path: string, body: unknown) =>
  sendRequest(program, 'POST', path, body, idempotencyHeader());

/** Authorises the price of the offer on a card, and returns the id of the payment. */
export async function payFor(program: Program, offer: Offer): Promise<string> {
  const { body } = await sendAttempt(program, '/api/payments/process-card', createPaymentRequest(offer));
  if (!body.paymentId) throw new Error(`not paid: ${JSON.stringify(body)}`);
  return body.paymentId;
}
