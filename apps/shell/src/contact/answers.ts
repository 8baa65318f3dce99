import {
  cancelInMyTrips,
  changeFeeFirst,
  everyBookingSeen,
  groupBooking,
  refundOnItsWay,
  usuallyFree,
} from '@fareline/contracts/promises';
/** The answers to the six most frequent questions. (CONTACT-01) */
export const answers = [
  {
    question: 'Can you find me a cheaper fare?',
    answer: 'Often. Send us the dates, the route and the price you saw.',
  },
  {
    question: 'How do I cancel?',
    answer: `${cancelInMyTrips} ${usuallyFree}`,
  },
  {
    question: 'Where is my refund?',
    answer: `${refundOnItsWay} After that, contact us with the reference.`,
  },
  {
    question: 'Can I change my flight?',
    answer: `Yes, under the fare’s rules. ${changeFeeFirst}`,
  },
  {
    question: 'We are 10 or more. What now?',
    answer: groupBooking,
  },
  {
    question: 'I have no confirmation. Did it work?',
    answer: everyBookingSeen,
  },
] as const;
