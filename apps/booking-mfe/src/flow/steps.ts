/** The steps of the flow in order. (BOOK-03, BOOK-04) */
export const steps = [
  { id: 'passenger-info', label: 'Passenger Details' },
  { id: 'seat-selection', label: 'Seat Selection' },
  { id: 'payment', label: 'Payment' },
  { id: 'confirmation', label: 'Confirmation' },
] as const;
export type StepId = (typeof steps)[number]['id'];
