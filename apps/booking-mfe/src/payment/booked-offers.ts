import { isString, readStored, writeStored } from '@fareline/contracts/client';

/** An offer that was booked in this tab. */
interface BookedOffer {
  /** Ids with which the traveller may return to it. */
  offerIds: readonly string[];
  /** Opens the status page of its booking, if the response had it. (STATUS-01) */
  statusToken?: string | undefined;
}

const storageKey = 'bookedOffers';
/** More are not booked in one tab. */
const maxStored = 20;

function readBookedOffers(): BookedOffer[] {
  const stored = readStored(storageKey, 'what was booked');
  return (Array.isArray(stored) ? stored : []).flatMap((value): BookedOffer[] => {
    const { offerIds, statusToken } = Object(value) as Partial<Record<keyof BookedOffer, unknown>>;
    if (!Array.isArray(offerIds)) return [];
    return [
      { offerIds: offerIds.filter(isString), statusToken: isString(statusToken) ? statusToken : undefined },
    ];
  });
}

/** Keeps in this tab that an offer is booked, so that its URL shows the booking and does not sell it again. */
export const storeBookedOffer = (booked: BookedOffer): void =>
  writeStored(storageKey, [...readBookedOffers(), booked].slice(-maxStored), 'what was booked');

export const findBookedOffer = (offerId: string): BookedOffer | undefined =>
  readBookedOffers().findLast(({ offerIds }) => offerIds.includes(offerId));
