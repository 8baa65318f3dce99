import type { AirlineChange, BookingData } from './booking.schema.ts';

/** The change by the airline that waits for the traveller's answer; undefined without one. (TRIP-05) */
export const getOpenChange = ({
  airline_change: change,
}: Pick<BookingData, 'airline_change'>): AirlineChange | undefined =>
  change?.answered_at === null ? change : undefined;
