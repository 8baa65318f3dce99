/** The answers to the six most frequent questions. (CONTACT-01) */
export const answers = [
  {
    question: 'Can you find me a cheaper fare?',
    answer: 'Often. Send us the dates, the route and the price you saw.',
  },
  {
    question: 'How do I cancel?',
    answer: 'In My Trips, or contact us. Within 24 hours it is usually free.',
  },
  {
    question: 'Where is my refund?',
    answer: 'On its way for 7-14 business days. After that, contact us with the reference.',
  },
  {
    question: 'Can I change my flight?',
    answer: 'Yes, under the fare’s rules. We say the fee before anything changes.',
  },
  {
    question: 'We are 10 or more. What now?',
    answer: 'Choose "Group booking" in the form; groups get an offer of their own.',
  },
  {
    question: 'I have no confirmation. Did it work?',
    answer: 'Look into My Trips and the spam folder, then contact us: we see every booking.',
  },
] as const;
