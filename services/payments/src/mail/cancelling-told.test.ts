import { describeRefusal } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { cancellingCases, readClaims, sampleChangeTerms } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import { getCancellability, getCancellationMoment } from '../amendments/cancellability.ts';
import { composeDocument } from '../documents/compose-document.ts';
import { readPdf } from '../testing/read-pdf.ts';
import { sampleMailBooking, samplePaid, sampleStoredChange } from '../testing/sample-mails.ts';
import { composeConfirmationMail, renderBookingMail } from './booking-mails.ts';
import { composeChangeMail } from './change-mails.ts';

it.each(cancellingCases)(
  '[RULE-04] mails, document and refusal claim of a fare that is $name: $claims',
  async ({ booking: { bookingData, created_at, cancellability }, now, claims }) => {
    const booking = sampleMailBooking({ created_at: new Date(created_at), booking_data: bookingData });
    expect(getCancellability(booking, now)).toBe(cancellability);
    const paid = { ...samplePaid, moment: getCancellationMoment(booking, now) };
    const { conditions } = bookingData;
    const change = sampleStoredChange();
    // The new flights have the same rules, so the mail says nothing else before and after.
    change.content.terms = sampleChangeTerms({ earlier_conditions: conditions, conditions });
    const { name, theme, contact, content } = defaultBrand;
    const { text: document } = await readPdf(
      await composeDocument({
        ...{ ...paid, id: booking.id, reference: 'RZPNX8', status: 'confirmed', booked_on: '2026-11-20' },
        ...{ bookingData, tickets: { state: 'awaited', tickets: [] }, paid_on: '2026-11-20', refund: null },
        brand: { name, theme, contact, company: content.company, partner: content.partner },
        trip_url: 'https://fareline.example/my-trips/bok_1',
      }),
    );
    const texts = {
      confirmation: renderBookingMail(
        booking,
        defaultBrand,
        composeConfirmationMail(booking, defaultBrand, paid),
      ).text,
      change: renderBookingMail(booking, defaultBrand, composeChangeMail(booking, change, paid)).text,
      document,
    };
    const table = Object.entries(texts).map(([surface, text]) => [surface, readClaims(text)]);
    expect(table).toEqual(Object.keys(texts).map((surface) => [surface, claims]));
    const refusal = describeRefusal(cancellability, bookingData);
    if (refusal) expect(readClaims(refusal)).toEqual(claims);
  },
);
