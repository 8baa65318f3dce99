import type { BodyOf, checkSession } from '@fareline/contracts';
import { newBrand } from '@fareline/contracts/schemas';
import * as fc from 'fast-check';
import { createBookingBody, createPaymentBody } from './bodies.ts';
import type { EndpointName } from './endpoints.ts';
import { password, type Harness } from './harness.ts';

/** What valid requests of an endpoint have, because schemas alone rarely generate a request that is accepted. */
export interface Sample {
  body?: fc.Arbitrary<unknown>;
  idempotencyKey?: string;
  contentType?: string;
  /** A valid request costs a password hash or a charge, so that fewer cases have a valid body. */
  isExpensive?: boolean;
}

type Known = Harness['known'] & {
  session: BodyOf<typeof checkSession>;
};

/** A day in 40 days, `yyyy-MM-dd`. */
export const createDepartureDate = () => new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);

/** Samples for endpoints with a body, by name. */
export function createSamples(known: Known): Partial<Record<EndpointName, Sample>> {
  const { offer, booking, username, email } = known;
  const always = (body: unknown): Sample => ({ body: fc.constant(body) });
  const expensive = (body: unknown): Sample => ({ ...always(body), isExpensive: true });
  const names = { firstName: 'Ada', lastName: 'Byron' };
  return {
    registerContract: {
      body: fc.uuid().map((id) => ({ username: id, email: `${id}@example.com`, ...names, password })),
      isExpensive: true,
    },
    loginContract: expensive({ username, password }),
    changePasswordContract: { isExpensive: true },
    logoutContract: always({}),
    endOtherSessionsContract: always({}),
    confirmPasswordContract: expensive({ password }),
    adminLoginContract: expensive({ password }),
    forgotPasswordContract: always({ email }),
    sendVerificationContract: always({}),
    saveAdminSettingsContract: always({ enableLiveMode: false }),
    createGuestAccountContract: {
      body: fc.uuid().map((id) => ({
        booking_id: id,
        email: `${id}@example.com`,
        first_name: names.firstName,
        last_name: names.lastName,
        origin: 'http://localhost:3000',
        with_credentials: true,
      })),
      isExpensive: true,
    },
    sendPasswordLinkContract: always({ email, brand: 'default', origin: 'https://fares.example' }),
    checkUserAddressContract: { body: fc.uuid().map((user_id) => ({ user_id, email })) },
    countMailedCodeContract: { body: fc.uuid().map((id) => ({ id, email })) },
    checkSessionContract: always(known.session),
    recordAuditEventContract: {
      body: fc.uuid().map((id) => ({
        ...{ event_id: id, at: new Date().toISOString(), action: 'refund_paid', actor: 'system' },
        ...{ user_id: null, subject: 'ABC123', details: {}, ip_address: null, request_id: null },
      })),
    },
    saveBrandContract: always({ ...newBrand, id: 'a-brand', name: 'A brand', domain: 'a-brand.example' }),
    saveTravellerContract: always({ ...names, dateOfBirth: '1990-12-10' }),
    sendContactContract: always({ name: 'Ada Byron', email, message: 'Hello' }),
    searchFlightsContract: always({
      ...{ origin: 'LHR', destination: 'JFK', departureDate: createDepartureDate() },
      adultsCount: 1,
    }),
    quoteOfferContract: always({ brand: 'default', seats: [], bags: [], live: false }),
    processCardContract: expensive(createPaymentBody(offer)),
    createBookingContract: expensive(
      createBookingBody(offer, { cardDetails: createPaymentBody(offer).cardDetails }),
    ),
    resumeBookingContract: { idempotencyKey: booking.key },
    mailTripCodeContract: always({ reference: 'ABC123', lastName: names.lastName }),
    cancelBookingContract: always({}),
    planReviewCaseContract: always({ assignee: 'me' }),
    closeReviewCaseContract: always({ text: 'Done' }),
    actOnBookingContract: {
      body: fc.uuid().map((actionId) => ({ actionId, action: 'note', text: 'Called the airline' })),
    },
    stripeWebhook: always({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1' } },
    }),
    duffelWebhook: always({ id: 'wev_1', type: 'order.created', data: { object: { id: 'ord_1' } } }),
    mailWebhook: always({
      signature: { timestamp: '1', token: 'x', signature: 'x' },
      'event-data': { id: 'x', event: 'failed', severity: 'permanent', recipient: 'a@example.com' },
    }),
    pageReports: {
      ...always({
        views: [{ frontEnd: 'shell', version: '1-a' }],
        errors: [{ frontEnd: 'shell', version: '1-a', kind: 'script', name: 'Error' }],
        vitals: [{ name: 'LCP', value: 1200, frontEnd: 'shell' }],
      }),
      contentType: 'text/plain',
    },
    cspReports: {
      ...always({
        'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://evil.example/x.png' },
      }),
      contentType: 'application/csp-report',
    },
  };
}
