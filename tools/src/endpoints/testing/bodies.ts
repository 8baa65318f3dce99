import type { BookingRequest, Offer, PaymentRequest } from '@fareline/contracts';

export const cardDetails = {
  number: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '34',
  cvv: '123',
  holderName: 'Ada Byron',
};

type OfferPrice = Pick<Offer, 'id' | 'total_amount' | 'total_currency'>;

const getPrice = ({ total_amount, total_currency }: OfferPrice) => ({
  amount: total_amount,
  currency: total_currency,
});

/** A valid request to `processCard`. */
export const createPaymentBody = (offer: OfferPrice): PaymentRequest => ({
  ...getPrice(offer),
  offerId: offer.id,
  seats: [],
  bags: [],
  cardDetails,
});

/** A valid request to `createBooking`, for an offer for one adult. */
export const createBookingBody = (
  offer: OfferPrice,
  payment: Partial<BookingRequest['paymentDetails']>,
): BookingRequest => ({
  offerId: offer.id,
  passengers: [
    {
      ...{ type: 'adult', title: 'ms', gender: 'female', firstName: 'Ada', lastName: 'Byron' },
      ...{ dateOfBirth: '1990-12-10', email: `${offer.id}@example.com`, phone: '+1 212 555 0142' },
      ...{ passportNumber: 'X1234567', passportExpiryDate: '2036-01-01', passportIssuingCountry: 'GB' },
    } as BookingRequest['passengers'][number],
  ],
  paymentDetails: { ...getPrice(offer), ...payment },
  seats: [],
  bags: [],
});
