import type { EndpointName } from './endpoints.ts';
import type { Harness } from './harness.ts';
import type { VisitorRequest } from './visitor.ts';

export interface Row extends VisitorRequest {
  /** The status for everyone whom the contract's `access` allows; it is that of a request that passes the access check. */
  status: number;
}

/** A body that no endpoint accepts, so that an allowed request has no effect. */
const invalidBody = { body: [], status: 400 };

/** A token of a mailed link that was never sent. */
const token = 'not-a-token';

const unknownTraveller = { id: '00000000-0000-4000-8000-000000000000' };

/** One harmless request for each endpoint. An endpoint without a row does not compile and fails the matrix. */
export function createRows({ known }: Pick<Harness, 'known'>): Record<EndpointName, Row> {
  const booking = { params: { id: known.booking.id } };
  const offer = { params: { id: known.offer.id } };
  return {
    registerContract: invalidBody,
    loginContract: invalidBody,
    logoutContract: invalidBody,
    currentUserContract: { status: 200 },
    changePasswordContract: invalidBody,
    confirmPasswordContract: invalidBody,
    exportAccountContract: { status: 200 },
    deleteAccountContract: invalidBody,
    forgotPasswordContract: invalidBody,
    resetPasswordContract: { body: { token, newPassword: 'Correct horse 7!' }, status: 410 },
    sendVerificationContract: invalidBody,
    verifyEmailContract: { body: { token }, status: 410 },
    createGuestAccountContract: invalidBody,
    sendPasswordLinkContract: invalidBody,
    getSystemModeContract: { status: 200 },
    adminLoginContract: invalidBody,
    getAdminSettingsContract: { status: 200 },
    saveAdminSettingsContract: invalidBody,
    getProviderKeysContract: { status: 200 },
    listAuditEntriesContract: { status: 200 },
    recordAuditEventContract: invalidBody,
    getBrandContract: { params: { brand: 'default' }, status: 200 },
    listBrandKeyHashesContract: { status: 200 },
    listBrandsContract: { status: 200 },
    saveBrandContract: { params: { brand: 'a-brand' }, ...invalidBody },
    listKnownBrandsContract: { status: 200 },
    listReleasesContract: { status: 200 },
    changeReleaseContract: { params: { name: 'search' }, ...invalidBody },
    sendContactContract: invalidBody,
    listTravellersContract: { status: 200 },
    saveTravellerContract: { params: unknownTraveller, ...invalidBody },
    deleteTravellerContract: { params: unknownTraveller, status: 404 },
    checkSessionContract: invalidBody,
    listSessionKeysContract: { status: 200 },
    searchFlightsContract: invalidBody,
    searchFlightsPageContract: { status: 400 },
    searchProgressContract: { status: 400 },
    getPriceCalendarContract: { status: 400 },
    getAlternativePricesContract: { status: 400 },
    listPopularRoutesContract: { status: 200 },
    getOfferContract: { ...offer, status: 200 },
    getSeatMapsContract: { ...offer, status: 200 },
    verifyOfferContract: { ...offer, status: 200 },
    refreshOfferContract: { ...offer, status: 200 },
    quoteOfferContract: { ...offer, ...invalidBody },
    markOfferUsedContract: { params: { id: 'off_unknown' }, status: 200 },
    countProviderCallContract: { body: { share: 'booking' }, status: 200 },
    processCardContract: invalidBody,
    continuePaymentContract: { params: { id: 'unknown' }, status: 404 },
    getCardFormContract: { status: 400 },
    createBookingContract: invalidBody,
    resumeBookingContract: { headers: { 'idempotency-key': known.booking.key }, status: 200 },
    listBookingsContract: { status: 200 },
    exportBookingsContract: { status: 200 },
    getBookingContract: { ...booking, status: 200 },
    listTicketsContract: { ...booking, status: 200 },
    getTravelDocumentContract: { ...booking, status: 200 },
    getCalendarFileContract: { ...booking, status: 200 },
    mailConfirmationContract: { ...booking, status: 200 },
    acceptAirlineChangeContract: { ...booking, body: { change_id: 'unknown' }, status: 409 },
    searchChangeOffersContract: {
      ...booking,
      body: { slices: [{ index: 5, origin: 'JFK', destination: 'LHR', departure_date: '2030-01-01' }] },
      status: 400,
    },
    listLaterBagsContract: { ...booking, status: 200 },
    quoteBookingChangeContract: {
      ...booking,
      body: { kind: 'flights', offer_id: 'unknown' },
      status: 409,
    },
    getBookingChangeContract: { params: { ...booking.params, changeId: 'unknown' }, status: 404 },
    confirmBookingChangeContract: {
      params: { ...booking.params, changeId: 'unknown' },
      body: {},
      status: 404,
    },
    quoteCancellationContract: { ...booking, status: 200 },
    cancelBookingContract: { ...booking, body: { quote_id: 'unknown' }, status: 409 },
    claimBookingContract: { body: { token }, status: 410 },
    listReviewCasesContract: { status: 200 },
    planReviewCaseContract: { ...booking, ...invalidBody },
    closeReviewCaseContract: { ...booking, ...invalidBody },
    joinOrphansContract: { ...booking, ...invalidBody },
    refundStrayChargeContract: { ...booking, ...invalidBody },
    listDailyClosesContract: { status: 400 },
    searchBookingsContract: { status: 200 },
    getBookingRecordContract: { ...booking, status: 200 },
    quoteReviewedCancellationContract: { ...booking, status: 200 },
    searchReviewedChangeOffersContract: {
      ...booking,
      body: { slices: [{ index: 5, origin: 'JFK', destination: 'LHR', departure_date: '2030-01-01' }] },
      status: 400,
    },
    listReviewedLaterBagsContract: { ...booking, status: 200 },
    quoteReviewedChangeContract: {
      ...booking,
      body: { kind: 'flights', offer_id: 'unknown' },
      status: 409,
    },
    actOnBookingContract: { ...booking, ...invalidBody },
    readBookingProgressContract: { body: { token }, status: 410 },
    mailPasswordLinkContract: invalidBody,
    mailTripCodeContract: invalidBody,
    openTripContract: invalidBody,
    closeTripContract: { status: 200 },
    // Without a valid signature.
    stripeWebhook: invalidBody,
    duffelWebhook: invalidBody,
    mailWebhook: invalidBody,
    pageReports: { headers: { 'content-type': 'text/plain' }, body: {}, status: 400 },
    cspReports: { headers: { 'content-type': 'application/csp-report' }, body: {}, status: 400 },
  };
}
