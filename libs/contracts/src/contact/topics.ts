import type { contactTopics } from '../accounts/account.schema.ts';
import type { Brand } from '../brands/brand.schema.ts';
import { emailAnsweredInMinutes } from '../promises/contact.ts';
import { emailAnsweredInHours } from '../promises/brand.ts';

export type ContactTopic = (typeof contactTopics)[number];

/** (CONTACT-05) */
export const contactTopicLabels: Record<ContactTopic, string> = {
  'cheap-flights': 'Cheap flights',
  'booking-help': 'Help with a booking',
  cancellation: 'Cancellation',
  refund: 'Refund',
  'group-booking': 'Group booking',
  'price-guarantee': 'Lowest-price guarantee',
  other: 'Something else',
};

/** What the support of bookings answers; all else has the time of the contact page. */
const bookingTopics: readonly (ContactTopic | undefined)[] = ['booking-help', 'cancellation', 'refund'];

/** When a message about a topic is answered, as the brand claims it; empty where it claims nothing. (CONTACT-08, PROMISE-05) */
export function sayAnswerTime(topic: ContactTopic | undefined, { claims }: Pick<Brand['content'], 'claims'>) {
  const { emailAnswerMinutes: minutes, supportAnswerHours: hours } = claims;
  if (bookingTopics.includes(topic)) return hours > 0 ? emailAnsweredInHours(hours) : '';
  return minutes > 0 ? emailAnsweredInMinutes(minutes) : '';
}
