import type { BookingRecord, ReviewCase, ReviewedBooking } from '@fareline/contracts';
import { sampleBooking } from '@fareline/contracts/testing';

export const id = '0b5f2f0e-4f0a-4b0c-9b0e-0a0f0e0d0c0b';
export const caseId = '1b5f2f0e-4f0a-4b0c-9b0e-0a0f0e0d0c0b';

const flight = { route: 'Dublin to New York', amount: '402.00', currency: 'USD' };

export const createCase = (change: Partial<ReviewCase> = {}): ReviewCase => ({
  id: caseId,
  kind: 'booking',
  mode: 'live',
  summary: 'The outcome of a capture is unknown.',
  subject: id,
  openedAt: new Date(Date.now() - 5 * 3_600_000).toISOString(),
  closedAt: null,
  closedBy: null,
  assignee: null,
  dueAt: null,
  decisions: ['close'],
  booking: { id, reference: 'ABC123', contactName: 'Ada Byron', ...flight },
  ...change,
});

export const booking: ReviewedBooking = {
  id,
  reference: 'ABC123',
  state: 'needs_review',
  mode: 'live',
  brand: 'default',
  contactName: 'Ada Byron',
  contactEmail: 'ada@example.com',
  ...flight,
  createdAt: '2026-11-20T10:00:00.000Z',
  openCases: 1,
};

export const createRecord = (change: Partial<BookingRecord> = {}): BookingRecord => ({
  ...booking,
  steps: [
    { state: 'authorised', at: '2026-11-20T10:00:00.000Z' },
    { state: 'needs_review', at: '2026-11-20T10:01:00.000Z' },
  ],
  flights: ['EI99 DUB to JFK, 2027-02-11 17:15'],
  passengers: ['Ada Byron (adult)'],
  cancellability: 'by_fare',
  order: { id: 'ord_1', amount: '326.99', currency: 'USD' },
  payment: { id, state: 'captured', dispute: null, intentId: 'pi_1', card: { brand: 'visa', last4: '4242' } },
  refunds: [],
  mails: [{ kind: 'mail_confirmed', at: '2026-11-20T10:00:00.000Z', sentAt: null }],
  cases: [createCase()],
  changeOptions: { changeability: 'unconfirmed', slices: [], bags: false },
  trip: sampleBooking().bookingData,
  changes: [],
  history: [
    { id, action: 'resend', text: 'mail_confirmed', by: 'boss', at: '2026-11-20T11:00:00.000Z' },
    { id: caseId, action: 'note', text: 'Called the airline', by: 'boss', at: '2026-11-20T12:00:00.000Z' },
  ],
  actions: [
    { action: 'retry', effect: 'Tries again to charge the card.' },
    { action: 'refund', effect: 'Pays up to $402 (USD) back.', maxAmount: '402.00' },
    { action: 'resend', effect: 'Sends the confirmation again.', mail: 'mail_confirmed' },
    { action: 'note', effect: 'Adds a note for colleagues.' },
  ],
  ...change,
});
