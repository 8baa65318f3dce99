import { earlierResultByEmail, triesAgain } from './promises/waiting.ts';
/**
 * All error codes of the services: HTTP status and the default message shown to the user. The cause goes to the log only.
 */
export const errorCatalogue = {
  // Requests
  VALIDATION_ERROR: [400, 'Invalid input'],
  INVALID_CHARACTER: [400, 'The request contains a character that cannot be used.'],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not take requests of this kind.'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive. Please try again.'],
  PAYLOAD_TOO_LARGE: [413, 'The request is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The request is in a format that cannot be read here.'],
  TOO_MANY_REQUESTS: [429, 'Too many requests. Please wait a minute and try again.'],
  HEADERS_TOO_LARGE: [431, 'The request has too many or too long headers.'],
  INTERNAL_ERROR: [500, 'Something went wrong. Please try again.'],
  SERVICE_UNAVAILABLE: [
    503,
    'This part of the site is not available right now. Please try again in a moment.',
  ],

  // Sessions
  NOT_AUTHENTICATED: [401, 'Not authenticated'],
  FORBIDDEN: [403, 'You are not allowed to do this.'],
  ORIGIN_REFUSED: [403, 'This request did not come from this site.'],
  INVALID_CREDENTIALS: [401, 'Invalid username or password'],
  USERNAME_TAKEN: [409, 'This username is taken. Please choose another one.'],
  EMAIL_TAKEN: [409, 'This email address cannot be used for a new account. Sign in, or reset your password.'],
  PASSWORD_TOO_COMMON: [400, 'This password is too common. Please choose another one.'],
  CURRENT_PASSWORD_WRONG: [400, 'The current password is not correct.'],
  PASSWORD_REQUIRED: [403, 'Please enter your password to do this.'],
  FACTOR_REQUIRED: [403, 'Please confirm that it is you with your second factor.'],
  FACTOR_REFUSED: [400, 'This was not accepted. Please try again, or use another second factor.'],
  FACTOR_NEEDED: [409, 'This is your only second factor. Please add another one first.'],
  CODE_INVALID: [
    400,
    'This code does not open a trip. Please check what you entered, use the link in the same email, or ask for the email again.',
  ],
  LINK_INVALID: [410, 'This link has expired or was used before. Please ask for a new one.'],

  // Searching
  SEARCH_PARAMETERS_MISSING: [400, 'Missing required flight search parameters'],
  SEARCH_BUSY: [503, `Flight search is busy right now. ${triesAgain}`],
  PROVIDER_UNAVAILABLE: [502, 'The airlines are not answering right now. Please try again in a moment.'],
  OFFER_NOT_FOUND: [404, 'Flight offer not found'],
  OFFER_EXPIRED: [410, 'This flight offer has expired. Please select another flight.'],
  DEPARTURE_TOO_CLOSE: [
    410,
    'This flight leaves too soon to be booked online. Please select another flight.',
  ],
  OFFER_UNAVAILABLE: [410, 'This flight offer is no longer available. Please select another flight.'],
  PRICE_CHANGED: [409, 'The airline changed the price of this flight.'],
  SEAT_UNAVAILABLE: [409, 'A chosen seat is no longer available. Please choose another one.'],
  BAG_UNAVAILABLE: [409, 'The airline no longer sells a chosen bag. Please look at the new total.'],

  // Paying
  OFFER_REQUIRED: [400, 'Offer ID is required'],
  CARD_DETAILS_REQUIRED: [400, 'Card details are required for card payment'],
  AMOUNT_MISMATCH: [
    409,
    'The amount is not the price of this flight with its seats and bags. Nothing was charged.',
  ],
  PAYMENT_FAILED: [402, 'Your card was declined. Nothing was charged.'],
  CARD_CHALLENGE_REQUIRED: [
    402,
    'Your bank wants to confirm this payment in a way that this form cannot show. Nothing was charged. Please use another card.',
  ],
  CARD_CHALLENGE_FAILED: [
    402,
    'Your bank did not confirm this payment. Nothing was charged. Please try again, or use another card.',
  ],
  PAYMENT_CHALLENGED: [
    409,
    'Your bank still asks you to confirm this payment. Nothing is booked before that.',
  ],
  CARD_NUMBER_REFUSED: [402, 'This card number cannot be used here. Nothing was charged.'],
  AMOUNT_NOT_PAYABLE: [
    422,
    'This amount cannot be paid by card here. Nothing was charged. Please contact us to book.',
  ],
  PAYMENT_UNAVAILABLE: [503, 'Card payments are not available right now. Nothing was charged.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many payment attempts. Please wait before you try again.'],
  PAYMENT_NOT_FOUND: [
    404,
    `We cannot match what you paid with to this browser, so nothing was booked now. ${earlierResultByEmail} Otherwise allow cookies for this site and pay again.`,
  ],
  IDEMPOTENCY_KEY_REQUIRED: [400, 'The Idempotency-Key header is required.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'This attempt was sent before with other details.'],
  IDEMPOTENCY_IN_PROGRESS: [409, 'This attempt is still being worked on.'],

  // Booking
  BOOKING_OFFER_REQUIRED: [400, 'Offer ID is required for booking'],
  BOOKING_PASSENGERS_REQUIRED: [400, 'At least one passenger is required for booking'],
  BOOKING_PAYMENT_REQUIRED: [400, 'Payment details are required for booking'],
  BOOKING_PASSENGER_INCOMPLETE: [400, 'All passengers must have first name, last name, and date of birth'],
  BOOKING_REFUSED: [422, 'The airline did not accept this booking. Nothing was charged.'],
  BOOKING_ID_REQUIRED: [400, 'Booking ID is required'],
  CANCEL_ID_REQUIRED: [400, 'Booking ID is required to cancel a booking'],
  BOOKING_UNDER_WAY: [
    409,
    'You have a booking of this trip that is not finished yet. Nothing was charged again.',
  ],
  TRIP_BOOKED: [409, 'You have already booked this trip. Nothing was charged again.'],
  BOOKING_NOT_FOUND: [404, 'Booking not found'],
  BOOKING_NOT_CANCELLABLE: [409, 'This booking cannot be cancelled online. Please contact us.'],
  CANCELLATION_QUOTE_CHANGED: [409, 'The airline changed what comes back. Please look at the new amount.'],
  BOOKING_NOT_CHANGEABLE: [409, 'This booking cannot be changed online. Please contact us.'],
  BOOKING_CHANGE_NOT_FOUND: [404, 'This change is not known. Please start it again from your trip.'],
  BOOKING_CHANGE_OUTDATED: [
    409,
    'This price does not hold any more. Nothing was changed or charged. Please choose again.',
  ],
  BOOKING_CHANGE_REFUSED: [409, 'The airline does not take this change. Nothing was changed or charged.'],
  ADDRESS_UNCONFIRMED: [
    409,
    'The email address of this booking was corrected. Cancelling and changing wait until that is confirmed.',
  ],
  AIRLINE_CHANGE_OUTDATED: [409, 'The airline has changed the flights again. Please look at them.'],
  AIRLINE_CHANGE_REFUSED: [409, 'The airline does not take this answer online. Please contact us.'],

  // Saved travellers
  TRAVELLER_NOT_FOUND: [404, 'This traveller is not saved in your account.'],
  TRAVELLERS_FULL: [409, 'Your account has no room for more saved travellers. Please delete one first.'],

  // Review
  CASE_NOT_FOUND: [404, 'This case does not exist.'],
  SECOND_COLLEAGUE_NEEDED: [
    409,
    'Noted. Nothing has happened yet: a second colleague has to do the same within a day.',
  ],
  ACTION_NOT_POSSIBLE: [409, 'This is not possible any more. Please load the booking again.'],

  // Brands and administration
  BRAND_NOT_FOUND: [404, 'Brand not found'],
  RELEASE_REFUSED: [409, 'This release cannot be changed like this.'],
  LIVE_MODE_UNAVAILABLE: [409, 'Live mode needs the live keys of all providers.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

/** HTTP status of an error code. */
export const httpStatusFor = (code: ErrorCode): number => errorCatalogue[code][0];

/** Default message of an error code. */
export const messageFor = (code: ErrorCode): string => errorCatalogue[code][1];
