/**
 * Creates the airline order and captures the payment. 201 confirmed, 202 while the order's outcome is unknown. A repeat
 * with the same Idempotency-Key and body returns the current status; only the first confirmed response has the password.
 * A repeat without the cookie of its visitor gets state and status link only; a payment of another visitor or user is unknown.
 * (API-53, STATUS-02, ACCESS-04, ACCESS-06, PROVIDER-32)
 */
export const createBooking = { method: 'POST', path: '/api/bookings', successStatuses: [201, 202] } as const;

/**
 * Current status of the booking request with the same Idempotency-Key, without its body: for a browser that lost the
 * response or received `pending`. 200 final, 202 while pending. The first confirmed response to the visitor who booked as
 * a guest has the account's password and a session; without the cookie there are state and status link only. (STATUS-02, PROVIDER-32)
 */
export const resumeBooking = {
  method: 'POST',
  path: '/api/bookings/resume',
  successStatuses: [200, 202],
} as const;

/** The signed-in account's bookings, newest first. (API-56) */
export const listBookings = { method: 'GET', path: '/api/bookings' } as const;

/** All bookings of the signed-in account with what the service holds about them, newest first. (POLICY-09) */
export const exportBookings = { method: 'GET', path: '/api/bookings/export' } as const;

/** One booking of the signed-in account, or that which a mailed code has opened; any other booking is 404. (API-57, TRIP-06) */
export const getBooking = { method: 'GET', path: '/api/bookings/:id' } as const;

/**
 * The e-tickets of one booking, for clients that it is shown to, asked of the airline until all are there, once a minute at most; what is
 * known when it cannot be asked. (TRIP-01)
 */
export const listTickets = { method: 'GET', path: '/api/bookings/:id/tickets' } as const;

/**
 * The travel document of one booking with its receipt (PDF), as it is now: for whom the booking is shown, and for the browser that has
 * booked it as long as it is in no account. (DOC-03, TRIP-02)
 */
export const getTravelDocument = { method: 'GET', path: '/api/bookings/:id/document' } as const;

/** The flights of one booking for a calendar, those that are no longer flown as cancelled; for the same. (DOC-04, TRIP-02) */
export const getCalendarFile = { method: 'GET', path: '/api/bookings/:id/calendar' } as const;

/** Tells the airline that the traveller takes the flights as it has changed them. Repeatable. (TRIP-05) */
export const acceptAirlineChange = { method: 'POST', path: '/api/bookings/:id/accept-change' } as const;

/** Sends the confirmation of one booking, for clients that it is shown to, to the address of the booking again. (TRIP-02) */
export const mailConfirmation = { method: 'POST', path: '/api/bookings/:id/confirmation-mail' } as const;

/** The refund if this booking is cancelled now. Has no side effect. (PROVIDER-40) */
export const quoteCancellation = { method: 'POST', path: '/api/bookings/:id/cancellation-quote' } as const;

/** Cancels at the airline and refunds the card once. `quote_id` is the quote that the traveller accepted; without it the latest quote applies. (API-58, API-59) */
export const cancelBooking = { method: 'POST', path: '/api/bookings/:id/cancel' } as const;

/**
 * Assigns a guest's booking to the signed-in account, by the token in the confirmation email: once, while no other account
 * owns it, and until 30 days after the last arrival. (GUEST-05, ACCESS-05)
 */
export const claimBooking = { method: 'POST', path: '/api/bookings/claim' } as const;

/**
 * The progress of a booking, by the token of its status page: from its first response until 30 days after the last arrival. The
 * first confirmed response to the visitor who booked as a guest has the account's password and a session. (STATUS-01, STATUS-02)
 */
export const readBookingProgress = { method: 'POST', path: '/api/bookings/status' } as const;

/**
 * Mails a code that opens a booking to its email address, by the booking's reference and the last name of one of its passengers. The
 * response is the same whether there is such a booking or not. (TRIP-06)
 */
export const mailTripCode = { method: 'POST', path: '/api/bookings/find' } as const;

/** Opens the booking of a mailed code in this browser for two hours: a cookie that stands for the one booking. (TRIP-06) */
export const openTrip = { method: 'POST', path: '/api/bookings/open' } as const;

/** Opens the booking of the link that is mailed with a code, likewise and in place of the code. (CARE-03) */
export const openTripByLink = { method: 'POST', path: '/api/bookings/open-by-link' } as const;

/** Closes the booking that a code has opened in this browser, as on a shared computer. Repeatable. (TRIP-06) */
export const closeTrip = { method: 'POST', path: '/api/bookings/close' } as const;

/** The owner of the former address of a booking says that support has corrected it for them, after which nothing waits. Opens nothing. (GUARD-11) */
export const agreeToAddress = { method: 'POST', path: '/api/bookings/address-change' } as const;

/** The user's bookings that a mailed code has opened in browsers without the account, the last one first. (GUARD-07) */
export const listOpenedTrips = { method: 'GET', path: '/api/bookings/opened' } as const;

/**
 * Closes one of them in all browsers, or each; at once. Asks for no recent password, because who has lost a device is in a hurry, and a
 * stranger could do no more with it than close a trip. (GUARD-07)
 */
export const closeOpenedTrips = { method: 'POST', path: '/api/bookings/opened/close' } as const;

/** Mails a link for setting a password to the address of the booking. The response is the same for everyone. (STATUS-03) */
export const mailPasswordLink = { method: 'POST', path: '/api/bookings/status/password-link' } as const;

/** Other flights of the airline for slices of one booking, with what each costs. Has no side effect. (TRIP-03) */
export const searchChangeOffers = {
  method: 'POST',
  path: '/api/bookings/:id/change-offers',
  isSafe: true,
} as const;

/** The bags that the airline sells for one booking now. (TRIP-04) */
export const listLaterBags = { method: 'GET', path: '/api/bookings/:id/later-bags' } as const;

/** Prices a change of flights or bags and stores it as quoted. Nothing is changed or charged. (TRIP-03, TRIP-04) */
export const quoteBookingChange = {
  method: 'POST',
  path: '/api/bookings/:id/changes',
  successStatuses: [201],
} as const;

/** One change of a booking. */
export const getBookingChange = { method: 'GET', path: '/api/bookings/:id/changes/:changeId' } as const;

/**
 * Changes the booking at the airline and captures the payment, or refunds the card, each once. 200 done, 202 while the airline has not
 * answered. A repeat returns the current state. (TRIP-03, TRIP-04)
 */
export const confirmBookingChange = {
  method: 'POST',
  path: '/api/bookings/:id/changes/:changeId/confirm',
  successStatuses: [200, 202],
} as const;
