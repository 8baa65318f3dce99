import { tripCodes } from '@fareline/contracts';
import type { PaymentsConfig } from './config.ts';

const codeLasts = `A code that was sent works for ${tripCodes.minutes} minutes.`;

/** Limits of requests in a minute that cost more than a read of the database. */
export interface RequestLimit {
  kind: string;
  /** Requests in a minute for one booking, attempt to book or user. */
  perTarget?: number;
  perTargetADay?: number;
  /** Requests in a minute of one client; its /24 or /48 network may send a multiple. */
  perClient: number;
  /** What the client can do meanwhile. */
  advice: string;
}

const goesOn = 'Your booking goes on meanwhile, and the result comes by email.';

export const requestLimits = {
  /** Each costs a call to the airline. A traveller looks at a quote a few times; a travel agent has several bookings. */
  quote: {
    ...{ kind: 'cancellation quote', perTarget: 6, perClient: 20 },
    advice: 'Your booking is unchanged.',
  },
  /** The page of a pending booking asks every few seconds, also in several tabs. */
  resume: { kind: 'resume', perTarget: 60, perClient: 180, advice: goesOn },
  /** The page asks once after each challenge, and when it is loaded again. */
  continue: { kind: 'continue', perTarget: 30, perClient: 90, advice: 'Nothing is charged meanwhile.' },
  /** Likewise; the link may be open in several browsers. */
  status: { kind: 'status', perTarget: 120, perClient: 180, advice: goesOn },
  /** Besides, accounts limits the mails of an address. */
  passwordLink: {
    ...{ kind: 'password link', perTarget: 3, perClient: 10 },
    advice: 'A link that was sent stays valid.',
  },
  /** A mail may be late by minutes; no traveller needs ten a day, and the mailbox may be another person's. */
  confirmationMail: {
    ...{ kind: 'confirmation mail', perTarget: 2, perTargetADay: 10, perClient: 10 },
    advice: 'A mail that was sent can take some minutes.',
  },
  /** Each costs a call to the airline, and is needed once. */
  airlineChange: {
    ...{ kind: 'airline change', perTarget: 6, perClient: 20 },
    advice: 'Your answer is not needed at once.',
  },
  /** Each costs a call to the airline. A traveller looks at some days, and prices two or three of what is found. */
  change: { kind: 'change', perTarget: 30, perClient: 60, advice: 'Your booking is unchanged.' },
  /** Each may take a second of a processor. A family that travels prints it some times. (GUARD-17) */
  document: {
    ...{ kind: 'document', perTarget: 20, perClient: 60 },
    advice: 'The document that you have stays valid.',
  },
  /** Claim links are opened one at a time. */
  claim: { kind: 'claim', perTarget: 10, perClient: 20, advice: 'The link stays valid.' },
  /** Counted by reference, name and network: a stranger who knows them must not use up the minute of the traveller. */
  tripCode: {
    ...{ kind: 'trip code', perTarget: 5, perClient: 10 },
    advice: codeLasts,
  },
  /** Counted likewise, and for each visitor beside. What guesses a code are its tries. (CARE-03) */
  openTrip: {
    ...{ kind: 'opening of a trip', perTarget: 10, perClient: 20 },
    advice: codeLasts,
  },
  /** No link is guessed. */
  openTripByLink: {
    ...{ kind: 'link to a trip', perClient: 20 },
    advice: codeLasts,
  },
  /** Likewise, and it opens nothing. */
  agreeToAddress: {
    ...{ kind: 'confirmation of an address', perClient: 20 },
    advice: 'The link stays valid.',
  },
} satisfies Record<string, RequestLimit>;

/** Limits of the codes that open a booking without an account. (TRIP-06) */
export const tripCodeLimits = {
  /** Mails for one booking that a network asks for: whoever knows the reference must not use up those of the traveller. */
  mailsOfNetwork: { kind: 'trip code mail of a network', max: tripCodes.perHour, windowSeconds: 3600 },
  /**
   * From any client: a mailbox is not flooded. Each brings one code and one visitor with tries at most, so that a booking takes 300
   * guesses of a million an hour. (CARE-03)
   */
  mails: { kind: 'trip code mail', max: 4 * tripCodes.perHour, windowSeconds: 3600 },
  /** Codes that support sends to a corrected address. Apart from the mails that accounts counts, so that no stranger uses them up. */
  mailsOfSupport: { kind: 'address code mail of a mailbox', max: 30, windowSeconds: 24 * 3600 },
  /** Guesses of one code by a visitor for whom it was mailed. The window is longer than a code lasts that is mailed again and again. */
  visitorTries: { kind: 'trip code try of a visitor', max: 5, windowSeconds: 8 * tripCodes.minutes * 60 },
  /** Guesses of one code by all others together. */
  otherTries: { kind: 'trip code try', max: 20, windowSeconds: 8 * tripCodes.minutes * 60 },
  /** Requests that may wait, as they do while the mail server is down. (LIMIT-06) */
  waiting: 1000,
} as const;

/** How many booking requests a paid booking may take: repeats with the same key, and corrections of what was entered. */
const requestsPerBooking = 6;

/** Each stores a key for 72 hours. A client cannot pay more often than it may try cards, and sends a few requests for each. */
export const createBookingLimit = ({
  CARD_TRIES_PER_MINUTE,
}: Pick<PaymentsConfig, 'CARD_TRIES_PER_MINUTE'>): RequestLimit => ({
  kind: 'booking',
  perClient: requestsPerBooking * CARD_TRIES_PER_MINUTE,
  advice: 'If you sent this booking before, it goes on; nothing is booked or charged twice.',
});

/**
 * Limits of declines in a day, as multiples of the setting for one visitor. An offer that is being booked belongs to one visitor, a card
 * to one or a few; behind one IP address may be an office. Beyond them, cards are being tested. (PROVIDER-31, LIMIT-01)
 */
export const cardLimits = {
  offerFactor: 2,
  cardFactor: 3,
  networkFactor: 7,
  /** Declines of all clients together that are unusual. */
  burstFactor: 10,
  burstSeconds: 600,
  /** Declines that a visitor or a client may have in an hour during a burst, so that one mistyped card can be corrected. */
  raisedMax: 2,
} as const;
