import { getOffer } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import {
  getOfferContract,
  loginContract,
  searchFlightsPageContract,
  verifyOfferContract,
} from '@fareline/contracts/services';
import { sampleOffer, sampleUser } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { findProblem } from './contract-check.ts';
import { errorResponse, requestsTo, respondTo, type FakeResponse } from './index.ts';

const offer = { ...sampleOffer(), listed: null };
const fetchOffer = () => call(getOffer, { params: { id: 'off/1' } });

describe('a response that the contract allows', () => {
  it('is sent with the fields of the contract, and the request is recorded', async () => {
    respondTo(getOffer, () => ({ body: { ...offer, provider_amount: '1.00' } }));
    expect(await fetchOffer()).toEqual(offer);
    expect(requestsTo(getOffer)).toMatchObject([{ params: { id: 'off/1' }, credentials: 'include' }]);
  });
});

describe('a response that the contract does not allow', () => {
  const query = new URLSearchParams({ origin: 'LHR', destination: 'LHR', departureDate: '2090-12-05' });
  const page = {
    search_id: 'one',
    offers: [],
    total_count: 0,
    searched_at: '2026-11-20T10:00:00Z',
    facts: { median_emissions_kg: null, shortest_minutes: null, itinerary_count: 0 },
  };
  it.each<[string, Parameters<typeof findProblem>[0], object, FakeResponse<unknown>, RegExp]>([
    [
      'another body',
      loginContract,
      { body: { username: 'ada', password: 'x' } },
      { body: { success: false, message: 'No', user: sampleUser() } },
      /does not accept the response\n.*success/s,
    ],
    [
      'another success status',
      getOfferContract,
      { params: { id: 'x' } },
      { status: 410, body: offer },
      /^410 is no success status/,
    ],
    [
      'a body that belongs to another success status',
      verifyOfferContract,
      { params: { id: 'x' } },
      { body: { valid: false, error: 'OFFER_EXPIRED' } },
      /does not accept the response\n.*valid/s,
    ],
    [
      'an error of another endpoint',
      verifyOfferContract,
      { params: { id: 'x' } },
      errorResponse('OFFER_EXPIRED'),
      /does not list the error OFFER_EXPIRED/,
    ],
    [
      'success for a request that the service rejects',
      searchFlightsPageContract,
      { query },
      { body: page },
      /does not accept the query of the request\n.*destination/s,
    ],
  ])('is %s', (_, contract, request, response, problem) => {
    const parts = { params: {}, query: new URLSearchParams(), body: undefined, ...request };
    expect(findProblem(contract, parts, response)).toMatch(problem);
  });
});

// The failed requests are handled here, as a page would do; the tests fail nevertheless.
describe('a test fails', () => {
  const ignore = () => undefined;

  it.fails('when a request has no handler', () => fetchOffer().then(ignore, ignore));

  it.fails('when no contract has the path', () => fetch('/api/nothing').then(ignore, ignore));

  it.fails('when a handler throws', async () => {
    respondTo(getOffer, () => {
      throw new Error('expected something else');
    });
    await fetchOffer().then(ignore, ignore);
  });

  it.fails('when the contract does not allow a response', async () => {
    respondTo(getOffer, () => errorResponse('PAYMENT_FAILED'));
    await fetchOffer().then(ignore, ignore);
  });
});
