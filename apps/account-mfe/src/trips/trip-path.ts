/** The page of a trip. (TRIP-01) */
export const toTripPath = (id: string): string => `/my-trips/${id}`;
