/** The page of a trip. (TRIP-01) */
export const toTripPath = (id: string): string => `/my-trips/${id}`;

/** Where other flights are chosen. (TRIP-03) */
export const toChangePath = (id: string): string => `${toTripPath(id)}/change`;

/** Where bags are added. (TRIP-04) */
export const toExtrasPath = (id: string): string => `${toTripPath(id)}/extras`;

/** Where a change is agreed and paid. (TRIP-03, TRIP-04) */
export const toAgreementPath = (id: string, changeId: string): string => `/booking/change/${id}/${changeId}`;
