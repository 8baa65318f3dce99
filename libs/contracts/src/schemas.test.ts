import { expect, it } from 'vitest';
import { z } from 'zod';
import * as schemas from './schemas.ts';

it('the schemas of requests and responses have their names in the API document', () => {
  const ids = Object.values(schemas)
    .filter((schema) => schema instanceof z.ZodType)
    .flatMap((schema) => z.globalRegistry.get(schema)?.id ?? []);
  expect(ids.toSorted()).toEqual([
    'AdminSettings',
    'AlternativePrices',
    'AuditEntry',
    'AuditPage',
    'BookingData',
    'BookingDetail',
    'BookingListItem',
    'BookingRequest',
    'BookingResponse',
    'Brand',
    'CancellationQuote',
    'CardDetails',
    'Carrier',
    'ChangePasswordRequest',
    'CheckedBag',
    'Conditions',
    'ConfirmPasswordRequest',
    'ContactRequest',
    'DayPrice',
    'ErrorBody',
    'ListedOffer',
    'LoginRequest',
    'NearbyPrice',
    'Offer',
    'OfferDetails',
    'OfferRefresh',
    'Passenger',
    'PaymentDetails',
    'PaymentRequest',
    'PaymentResult',
    'Place',
    'PriceCalendar',
    'PublicBrand',
    'RegisterRequest',
    'SearchFacts',
    'SearchProgress',
    'SearchResponse',
    'SeatMap',
    'SeatSelection',
    'Segment',
    'Service',
    'Slice',
    'Success',
    'SystemMode',
    'User',
    'VerifyResult',
  ]);
});
