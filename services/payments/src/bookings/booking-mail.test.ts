import { defaultBrand } from '@fareline/contracts/schemas';
import { sampleBooking } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import { composeConfirmationMail } from './booking-mail.ts';
import type { Booking } from './booking.repository.ts';

/** The text of the confirmation of a round trip with these cabins, whose return is in another fare. */
function composeText(cabin: string | undefined, returnFare: string | null): string {
  const { bookingData } = sampleBooking();
  const [outbound, inbound] = bookingData.slices;
  outbound!.fare_brand_name = returnFare && 'Basic';
  inbound!.fare_brand_name = returnFare;
  for (const { segments } of bookingData.slices) for (const segment of segments) segment.cabin_class = cabin;
  const booking = { contact_first_name: 'Ada', booking_reference: 'RZPNX8', booking_data: bookingData };
  return composeConfirmationMail(booking as Booking, defaultBrand).text;
}

it('[LIST-04] names fare and cabin in the confirmation mail', () => {
  expect(composeText('economy', 'Basic')).toContain('\nFare: Basic · Economy\n');
  expect(composeText('business', 'Flex')).toContain(
    '\nFare: Outbound Basic, Business; return Flex, Business\n',
  );
});

it('[LIST-04] has no line of the fare for a booking stored without it', () => {
  expect(composeText(undefined, 'Basic')).toContain('\nFare: Basic\n');
  expect(composeText(undefined, null)).not.toContain('Fare:');
});
