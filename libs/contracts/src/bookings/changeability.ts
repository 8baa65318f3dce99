/** How the flights of a booking can be changed now, or why they cannot. (TRIP-03) */
export const changeabilities = [
  'by_fare',
  'airline_change',
  'not_said',
  'not_allowed',
  'departed',
  'ended',
  'under_way',
  'unconfirmed',
] as const;
export type Changeability = (typeof changeabilities)[number];

/** Why flights cannot be changed online; null where the airline is asked for other flights. */
export const changeRefusals: Record<Changeability, string | null> = {
  by_fare: null,
  airline_change: null,
  not_said: null,
  not_allowed: 'The flights of this fare cannot be changed.',
  departed: 'The last flight of this trip has departed, so nothing can be changed.',
  ended: 'This trip is over or cancelled, so nothing can be changed.',
  under_way: 'A change of this booking is under way. Please wait until it is settled.',
  unconfirmed:
    'The airline has not confirmed this booking yet. It can be changed as soon as that is settled.',
};
