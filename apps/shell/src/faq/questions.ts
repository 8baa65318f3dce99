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
        answer:
          'A booking is confirmed by email, with the booking reference and the e-ticket. Both are in My Trips as well.',
      },
      {
        question: 'Can I book for somebody else?',
        answer:
          'Yes. Enter the traveller’s name as in the passport, and your own e-mail address for the confirmation.',
      },
      {
        question: 'How many people can travel on one booking?',
        answer: 'Up to nine. Groups of 10 or more get their own offer: use the contact form.',
      },
      {
        question: 'Do I need an account to book?',
        answer: 'No. After a booking as a guest you can set a password and find the trip in My Trips.',
      },
    ],
  },
  {
    id: 'payment',
    label: 'Payment',
    questions: [
      {
        question: 'Is the price I see the price I pay?',
        answer:
          'Yes. The total in the list includes taxes and fees. Seats and bags that you add are shown before you pay.',
      },
      {
        question: 'Which cards do you take?',
        answer:
          'The common credit and debit cards. Your card is charged only after the airline has confirmed the booking.',
      },
      {
        question: 'Is my card safe?',
        answer:
          'Card data goes encrypted to a certified payment provider. We neither see nor keep the number.',
      },
      {
        question: 'My payment was declined. What now?',
        answer:
          'Nothing was charged. Check the details, try another card, or ask your bank whether it blocked the payment.',
      },
    ],
  },
  {
    id: 'cancellations',
    label: 'Cancellations',
    questions: [
      {
        question: 'How do I cancel a flight?',
        answer:
          'Open the trip in My Trips and choose Cancel Flight. You see the amount that comes back before you confirm.',
      },
      {
        question: 'Can I cancel free of charge?',
        answer:
          'Within 24 hours of booking, yes, if departure is at least 7 days away. My Trips asks the airline, whatever the fare; where it refuses, contact us.',
      },
      {
        question: 'How long does a refund take?',
        answer: 'Refunds reach your card in 7-14 business days, most of them sooner.',
      },
      {
        question: 'What happens if the airline cancels?',
        answer:
          'You choose between another flight and a full refund. We write to you as soon as the airline tells us.',
      },
    ],
  },
  {
    id: 'changes',
    label: 'Changes',
    questions: [
      {
        question: 'How do I change a flight?',
        answer:
          'Open the trip in My Trips and choose Change Flight, or contact us. The airline’s change fee may apply.',
      },
      {
        question: 'Can I choose or change seats later?',
        answer: 'Yes: choose Manage Seats in My Trips, as far as the airline still has seats to offer.',
      },
      {
        question: 'Can I add bags or other extras later?',
        answer: 'Yes: choose Manage Extras in My Trips. Many airlines charge more at the airport.',
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
        answer: 'Online check-in opens 24-48 hours before departure, depending on the airline.',
      },
      {
        question: 'How long must my passport be valid?',
        answer: 'For most countries 6 months beyond your return. Check the entry rules of your destination.',
      },
      {
        question: 'What may I take along?',
        answer:
          'The included bags stand on each offer and in your confirmation. Sizes and weights are the airline’s.',
      },
    ],
  },
  {
    id: 'account',
    label: 'Account',
    questions: [
      {
        question: 'I forgot my password. What can I do?',
        answer: 'Choose "Forgot password?" on the sign-in page. We send you a link to set a new one.',
      },
      {
        question: 'Where do I find my bookings?',
        answer:
          'In My Trips, after you sign in: upcoming, past and cancelled. A single trip opens without an account too: choose "Find your trip" on the sign-in page.',
      },
      {
        question: 'How do I change my password?',
        answer: 'Sign in, open Settings and choose Security.',
      },
      {
        question: 'How do I close my account?',
        answer:
          'Write to us from the account’s e-mail address. Booking records stay as long as the law asks for.',
      },
    ],
  },
];
