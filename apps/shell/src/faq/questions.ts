import {
  airlineIsAsked,
  cancelFlight,
  cardEncrypted,
  changeInMyTrips,
  changeIsMailed,
  changePassword,
  chargedAfterConfirmation,
  checkInOpens,
  closeAccount,
  confirmationInMyTrips,
  confirmedByEmail,
  declineChargesNothing,
  extrasInMyTrips,
  flightOrRefund,
  forgotPassword,
  freeIn24Hours,
  groupsGetOffer,
  includedBags,
  manageSeats,
  numberNeverKept,
  passwordForGuests,
  refundDays,
  refundSeenFirst,
  totalIncludesFees,
  tripWithoutAccount,
  tripsAfterSignIn,
} from '@fareline/contracts/promises';
export interface Question {
  question: string;
  answer: string;
}

export interface Category {
  id: string;
  label: string;
  questions: readonly Question[];
}

/** Questions by category. Answers may describe only what the site does. (FAQ-01, FAQ-07, FAQ-08) */
export const categories: readonly Category[] = [
  {
    id: 'booking',
    label: 'Booking',
    questions: [
      {
        question: 'How far ahead can I book?',
        answer: 'Airlines open their schedules about 11 months ahead. Later dates cannot be searched yet.',
      },
      {
        question: 'How do I know that my booking is confirmed?',
        answer: `${confirmedByEmail} ${confirmationInMyTrips}`,
      },
      {
        question: 'Can I book for somebody else?',
        answer:
          'Yes. Enter the traveller’s name as in the passport, and your own e-mail address for the confirmation.',
      },
      {
        question: 'How many people can travel on one booking?',
        answer: `Up to nine. ${groupsGetOffer}`,
      },
      {
        question: 'Do I need an account to book?',
        answer: `No. ${passwordForGuests}`,
      },
    ],
  },
  {
    id: 'payment',
    label: 'Payment',
    questions: [
      {
        question: 'Is the price I see the price I pay?',
        answer: `Yes. ${totalIncludesFees}`,
      },
      {
        question: 'Which cards do you take?',
        answer: `The common credit and debit cards. ${chargedAfterConfirmation}`,
      },
      {
        question: 'Is my card safe?',
        answer: `${cardEncrypted} ${numberNeverKept}`,
      },
      {
        question: 'My payment was declined. What now?',
        answer: declineChargesNothing,
      },
    ],
  },
  {
    id: 'cancellations',
    label: 'Cancellations',
    questions: [
      {
        question: 'How do I cancel a flight?',
        answer: `${cancelFlight} ${refundSeenFirst}`,
      },
      {
        question: 'Can I cancel free of charge?',
        answer: `${freeIn24Hours} ${airlineIsAsked}`,
      },
      {
        question: 'How long does a refund take?',
        answer: refundDays,
      },
      {
        question: 'What happens if the airline cancels?',
        answer: `${flightOrRefund} ${changeIsMailed}`,
      },
    ],
  },
  {
    id: 'changes',
    label: 'Changes',
    questions: [
      {
        question: 'How do I change a flight?',
        answer: `${changeInMyTrips} The airline’s change fee may apply.`,
      },
      {
        question: 'Can I choose or change seats later?',
        answer: manageSeats,
      },
      {
        question: 'Can I add bags or other extras later?',
        answer: `${extrasInMyTrips} Many airlines charge more at the airport.`,
      },
      {
        question: 'Can I correct a name?',
        answer: 'Small misspellings usually, another person never. Contact us before you check in.',
      },
    ],
  },
  {
    id: 'travel',
    label: 'Travel',
    questions: [
      {
        question: 'How early should I be at the airport?',
        answer: 'Arrive 2 hours before domestic and 3 hours before international flights.',
      },
      {
        question: 'When can I check in?',
        answer: checkInOpens,
      },
      {
        question: 'How long must my passport be valid?',
        answer: 'For most countries 6 months beyond your return. Check the entry rules of your destination.',
      },
      {
        question: 'What may I take along?',
        answer: `${includedBags} Sizes and weights are the airline’s.`,
      },
    ],
  },
  {
    id: 'account',
    label: 'Account',
    questions: [
      {
        question: 'I forgot my password. What can I do?',
        answer: forgotPassword,
      },
      {
        question: 'Where do I find my bookings?',
        answer: `${tripsAfterSignIn} ${tripWithoutAccount}`,
      },
      {
        question: 'How do I change my password?',
        answer: changePassword,
      },
      {
        question: 'How do I close my account?',
        answer: `${closeAccount} Booking records stay as long as the law asks for.`,
      },
    ],
  },
];
