import { defaultBrand } from '@fareline/contracts/schemas';
import { sampleBooking } from '@fareline/contracts/testing';
import type { DocumentFacts } from '../documents/document-parts.ts';

const { name, theme, contact, content } = defaultBrand;
/** What a document has of the brand. */
export const sampleDocumentBrand = {
  name,
  theme,
  contact,
  company: content.company,
  partner: content.partner,
};

/** What stands in the document of a confirmed booking. */
export const sampleFacts = (changes: Partial<DocumentFacts> = {}): DocumentFacts => ({
  ...{ id: '3f2a9c1e-0000-4000-8000-1234567890ab', reference: 'RZPNX8', status: 'confirmed' },
  ...{
    booked_on: '2026-11-20',
    paid_on: '2026-11-21',
    changes: [],
    refund: null,
    brand: sampleDocumentBrand,
  },
  bookingData: sampleBooking().bookingData,
  moment: { created_at: '2026-11-20T10:00:00Z', cancellability: 'by_fare' },
  tickets: { state: 'awaited', tickets: [{ passenger_id: 'pas_1', number: '125-2412345678' }] },
  payment: { card: { brand: 'visa', last4: '4242' }, state: 'paid' },
  trip_url: 'https://fareline.example/my-trips/bok_1',
  ...changes,
});
