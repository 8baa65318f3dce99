import type { contactTopics } from '@fareline/contracts';

type Topic = (typeof contactTopics)[number];

/** (CONTACT-05) */
export const topicLabels: Record<Topic, string> = {
  'cheap-flights': 'Cheap flights',
  'booking-help': 'Help with a booking',
  cancellation: 'Cancellation',
  refund: 'Refund',
  'group-booking': 'Group booking',
  other: 'Something else',
};
