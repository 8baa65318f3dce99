import { randomInt } from 'node:crypto';
import {
  createBooking,
  processCard,
  refreshOffer,
  searchFlightsPage,
  wholeListSize,
  type BookingResponse,
  type Offer,
} from '@fareline/contracts';
import { cardDetails, createBookingBody, createPaymentBody } from '@fareline/tools/booking-bodies';
import { createVisitor, type Visitor } from '@fareline/tools/visitor';
import { createUniqueEmail } from './booking.ts';
import { getDayFromNow } from './dates.ts';
import { getProductSetting } from './product.ts';

export interface ApiBooking extends Pick<BookingResponse, 'id' | 'status' | 'accountInfo'> {
  offer: Offer;
  email: string;
  lastName: string;
  statusToken: string;
  paymentId: string;
  visitor: Visitor;
}

const createLetters = (length: number) =>
  String.fromCharCode(...Array.from({ length }, () => 97 + randomInt(26)));

/** These give everything back within 24 hours, whatever the fare. */
const voidingAirlines = ['UA', 'AF', 'LH', 'QF'];

/** Cancelling costs a fee from the first minute on. */
const hasFee = ({ conditions, owner }: Offer) =>
  Number(conditions.refund_penalty_amount) > 0 && !voidingAirlines.includes(owner.iata_code ?? '');

/** Whether the fare says that its flights can be changed. */
export const isChangeable = ({ conditions }: Offer): boolean => conditions.changeable === true;

/** Books a trip, with a cancellation fee where nothing else is wanted, as a guest, over the API as the screens do. Nobody else has the name. */
export async function bookOverApi(
  cardNumber: string,
  isWanted: (offer: Offer) => boolean = hasFee,
  email = createUniqueEmail(),
): Promise<ApiBooking> {
  const url = getProductSetting('E2E_URL');
  const visitor = createVisitor({
    origin: url,
    'x-forwarded-for': `10.250.${randomInt(256)}.${randomInt(256)}`,
  });
  const query = {
    ...{ origin: 'LHR', destination: 'JFK', departureDate: getDayFromNow(61) },
    ...{ limit: wholeListSize, adultsCount: 1 },
  };
  const { offers } = await visitor.call(url, searchFlightsPage, { query });
  const params = { id: offers.find(isWanted)?.id ?? '' };
  const { offer } = await visitor.call(url, refreshOffer, { params });
  const payment = { ...createPaymentBody(offer), cardDetails: { ...cardDetails, number: cardNumber } };
  const { paymentId = '' } = await visitor.call(url, processCard, { body: payment });
  const body = createBookingBody(offer, { paymentId });
  const lastName = `Byron-${createLetters(8)}`;
  const passengers = body.passengers.map((passenger) => ({ ...passenger, lastName, email }));
  const booked = await visitor.call(url, createBooking, { body: { ...body, passengers } });
  if (!('id' in booked)) throw new Error('The answer is not for the visitor who booked.');
  const { id, status, accountInfo, statusToken = '' } = booked;
  return { id, status, accountInfo, statusToken, paymentId, offer, email, lastName, visitor };
}
