import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { successSchema } from '../accounts/account.schema.ts';
import {
  bookingDetailSchema,
  bookingLinkSchema,
  bookingListItemSchema,
  bookingParamsSchema,
  bookingProgressSchema,
  bookingRequestSchema,
  bookingResponseSchema,
  bookingTicketsSchema,
  cancellationQuoteSchema,
  exportedBookingSchema,
} from './booking.schema.ts';
import {
  bookingChangeRequestSchema,
  bookingChangeSchema,
  changeOfferSchema,
  changeSearchSchema,
  laterBagsSchema,
} from './booking-change.schema.ts';
import { openedTripSchema, openTripRequestSchema, tripCodeRequestSchema } from './find-trip.schema.ts';
import {
  acceptAirlineChange,
  agreeToAddress,
  cancelBooking,
  claimBooking,
  closeOpenedTrips,
  closeTrip,
  confirmBookingChange,
  createBooking,
  exportBookings,
  getBooking,
  getBookingChange,
  getCalendarFile,
  getTravelDocument,
  listBookings,
  listOpenedTrips,
  listLaterBags,
  listTickets,
  mailConfirmation,
  mailPasswordLink,
  mailTripCode,
  openTrip,
  openTripByLink,
  quoteBookingChange,
  quoteCancellation,
  readBookingProgress,
  resumeBooking,
  searchChangeOffers,
} from './endpoints.ts';

export const createBookingContract = defineContract(createBooking, {
  summary: 'Book an offer',
  access: 'public',
  body: bookingRequestSchema,
  response: bookingResponseSchema.or(bookingLinkSchema),
  errors: [
    'BOOKING_OFFER_REQUIRED',
    'BOOKING_PASSENGERS_REQUIRED',
    'BOOKING_PAYMENT_REQUIRED',
    'BOOKING_PASSENGER_INCOMPLETE',
    'AMOUNT_MISMATCH',
    'PRICE_CHANGED',
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'DEPARTURE_TOO_CLOSE',
    'OFFER_UNAVAILABLE',
    'SEAT_UNAVAILABLE',
    'BAG_UNAVAILABLE',
    'BOOKING_REFUSED',
    'BOOKING_UNDER_WAY',
    'TRIP_BOOKED',
    'PAYMENT_FAILED',
    'PAYMENT_NOT_FOUND',
    'PAYMENT_CHALLENGED',
    'CARD_CHALLENGE_REQUIRED',
    'CARD_NUMBER_REFUSED',
    'AMOUNT_NOT_PAYABLE',
    'PAYMENT_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_IN_PROGRESS',
  ],
});

export const resumeBookingContract = defineContract(resumeBooking, {
  summary: 'Resume a booking attempt',
  access: 'public',
  response: bookingResponseSchema.or(bookingLinkSchema),
  errors: [
    'BOOKING_UNDER_WAY',
    'TRIP_BOOKED',
    'BOOKING_NOT_FOUND',
    'BOOKING_REFUSED',
    'PRICE_CHANGED',
    'OFFER_EXPIRED',
    'DEPARTURE_TOO_CLOSE',
    'OFFER_UNAVAILABLE',
    'SEAT_UNAVAILABLE',
    'BAG_UNAVAILABLE',
    'PAYMENT_FAILED',
    'PAYMENT_UNAVAILABLE',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_IN_PROGRESS',
  ],
});

export const listBookingsContract = defineContract(listBookings, {
  summary: 'My bookings',
  access: 'user',
  response: z.array(bookingListItemSchema),
});

export const exportBookingsContract = defineContract(exportBookings, {
  summary: 'Export my bookings',
  access: 'user',
  recent: true,
  response: z.array(exportedBookingSchema),
});

export const getBookingContract = defineContract(getBooking, {
  summary: 'One booking',
  access: 'owner',
  params: bookingParamsSchema,
  response: bookingDetailSchema,
  errors: ['BOOKING_ID_REQUIRED', 'BOOKING_NOT_FOUND'],
});

export const listTicketsContract = defineContract(listTickets, {
  summary: 'E-tickets of a booking',
  access: 'owner',
  params: bookingParamsSchema,
  response: bookingTicketsSchema,
  errors: ['BOOKING_NOT_FOUND'],
});

export const mailConfirmationContract = defineContract(mailConfirmation, {
  summary: 'Mail the confirmation again',
  access: 'owner',
  params: bookingParamsSchema,
  response: successSchema,
  errors: ['BOOKING_NOT_FOUND'],
});

/** For a booking that the airline has confirmed, also once it is cancelled. */
const ofConfirmedBooking = {
  access: 'owner',
  params: bookingParamsSchema,
  errors: ['BOOKING_NOT_FOUND'],
} as const;

export const getTravelDocumentContract = defineContract(getTravelDocument, {
  ...ofConfirmedBooking,
  summary: 'Travel document and receipt of a booking',
  response: z.string().meta({ description: 'application/pdf' }),
});

export const getCalendarFileContract = defineContract(getCalendarFile, {
  ...ofConfirmedBooking,
  summary: 'The flights of a booking for a calendar',
  response: z.string().meta({ description: 'text/calendar' }),
});

export const acceptAirlineChangeContract = defineContract(acceptAirlineChange, {
  summary: 'Accept a change by the airline',
  access: 'owner',
  params: bookingParamsSchema,
  /** `change_id` is the change that was shown. */
  body: z.object({ change_id: z.string().min(1).max(100) }),
  /** `isPending` while the airline is still told. */
  response: successSchema.extend({ isPending: z.boolean().optional() }),
  errors: [
    'BOOKING_NOT_FOUND',
    'ADDRESS_UNCONFIRMED',
    'AIRLINE_CHANGE_OUTDATED',
    'AIRLINE_CHANGE_REFUSED',
    'PROVIDER_UNAVAILABLE',
  ],
});

export const quoteCancellationContract = defineContract(quoteCancellation, {
  summary: 'Quote a cancellation',
  access: 'owner',
  params: bookingParamsSchema,
  response: cancellationQuoteSchema,
  errors: ['BOOKING_NOT_FOUND', 'ADDRESS_UNCONFIRMED', 'BOOKING_NOT_CANCELLABLE', 'PROVIDER_UNAVAILABLE'],
});

export const cancelBookingContract = defineContract(cancelBooking, {
  summary: 'Cancel a booking',
  access: 'owner',
  params: bookingParamsSchema,
  body: z.object({ quote_id: z.string().optional() }).nullish(),
  response: successSchema,
  errors: [
    'CANCEL_ID_REQUIRED',
    'BOOKING_NOT_FOUND',
    'ADDRESS_UNCONFIRMED',
    'BOOKING_NOT_CANCELLABLE',
    'CANCELLATION_QUOTE_CHANGED',
    'PROVIDER_UNAVAILABLE',
  ],
});

/** The token of a mailed link. */
const linkTokenBody = z.object({ token: z.string().min(10).max(200) });

export const claimBookingContract = defineContract(claimBooking, {
  summary: 'Claim a booking',
  access: 'user',
  body: linkTokenBody,
  response: z.object({ id: z.string() }),
  errors: ['LINK_INVALID'],
});

export const readBookingProgressContract = defineContract(readBookingProgress, {
  summary: 'Progress of a booking',
  access: 'link',
  body: linkTokenBody,
  response: bookingProgressSchema,
  errors: ['LINK_INVALID'],
});

export const mailPasswordLinkContract = defineContract(mailPasswordLink, {
  summary: 'Mail a link for setting a password',
  access: 'link',
  body: linkTokenBody,
  response: successSchema,
  errors: ['LINK_INVALID'],
});

export const mailTripCodeContract = defineContract(mailTripCode, {
  summary: 'Mail a code that opens a booking',
  access: 'public',
  body: tripCodeRequestSchema,
  response: successSchema,
});

export const openTripContract = defineContract(openTrip, {
  summary: 'Open a booking with a mailed code',
  access: 'link',
  body: openTripRequestSchema,
  response: z.object({ id: z.string() }),
  errors: ['CODE_INVALID'],
});

export const openTripByLinkContract = defineContract(openTripByLink, {
  summary: 'Open a booking with the link of the mail',
  access: 'link',
  body: linkTokenBody,
  response: z.object({ id: z.string() }),
  errors: ['LINK_INVALID'],
});

export const agreeToAddressContract = defineContract(agreeToAddress, {
  summary: 'Confirm the corrected email address of a booking',
  access: 'link',
  body: linkTokenBody,
  response: successSchema,
  errors: ['LINK_INVALID'],
});

/** Every endpoint that asks the airline about a booking has these. */
const changeErrors = ['BOOKING_NOT_FOUND', 'BOOKING_NOT_CHANGEABLE', 'PROVIDER_UNAVAILABLE'] as const;

export const searchChangeOffersContract = defineContract(searchChangeOffers, {
  summary: 'Other flights for a booking',
  access: 'owner',
  params: bookingParamsSchema,
  body: changeSearchSchema,
  response: z.object({ offers: z.array(changeOfferSchema) }),
  errors: [...changeErrors, 'ADDRESS_UNCONFIRMED'],
});

export const listLaterBagsContract = defineContract(listLaterBags, {
  summary: 'Bags for a booking',
  access: 'owner',
  params: bookingParamsSchema,
  response: laterBagsSchema,
  errors: changeErrors,
});

export const quoteBookingChangeContract = defineContract(quoteBookingChange, {
  summary: 'Quote a change of a booking',
  access: 'owner',
  params: bookingParamsSchema,
  body: bookingChangeRequestSchema,
  response: bookingChangeSchema,
  errors: [...changeErrors, 'ADDRESS_UNCONFIRMED', 'BAG_UNAVAILABLE', 'BOOKING_CHANGE_OUTDATED'],
});

const bookingChangeParams = bookingParamsSchema.extend({ changeId: z.string().min(1).max(64) });

export const getBookingChangeContract = defineContract(getBookingChange, {
  summary: 'One change of a booking',
  access: 'owner',
  params: bookingChangeParams,
  response: bookingChangeSchema,
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_CHANGE_NOT_FOUND'],
});

export const confirmBookingChangeContract = defineContract(confirmBookingChange, {
  summary: 'Make a change of a booking',
  access: 'owner',
  params: bookingChangeParams,
  /** `payment_id` of the authorised card, where there is something to pay. */
  body: z.object({ payment_id: z.string().min(1).max(64).optional() }),
  response: bookingChangeSchema,
  errors: [
    ...changeErrors,
    'ADDRESS_UNCONFIRMED',
    'BOOKING_CHANGE_NOT_FOUND',
    'BOOKING_CHANGE_OUTDATED',
    'BOOKING_CHANGE_REFUSED',
    'PAYMENT_NOT_FOUND',
    'PAYMENT_CHALLENGED',
    'PAYMENT_FAILED',
    'AMOUNT_MISMATCH',
  ],
});

export const closeTripContract = defineContract(closeTrip, {
  summary: 'Close the booking that a code has opened',
  access: 'public',
  response: successSchema,
});

export const listOpenedTripsContract = defineContract(listOpenedTrips, {
  summary: 'Own bookings that a code has opened',
  access: 'user',
  response: z.object({ trips: z.array(openedTripSchema) }),
});

export const closeOpenedTripsContract = defineContract(closeOpenedTrips, {
  summary: 'Close own bookings that a code has opened',
  access: 'user',
  body: z.object({ id: z.uuid().optional() }),
  response: successSchema,
  errors: ['NOT_FOUND'],
});
