import { isString, readStored, writeStored } from '@fareline/contracts/client';

/** A payment whose bank asks the cardholder, for a page that is loaded again meanwhile. (ELEMENT-02, ELEMENT-03) */
export interface StoredChallenge {
  paymentId: string;
  /** Tells what the attempt pays for. */
  fingerprint: string;
  /** Path and query of the booking or the change. */
  url: string;
}

const storageKey = 'bookingChallenge';

/** Where cards are paid. */
const isPaymentPage = (url: string) => /^\/booking(\?|\/change\/[\w-]+\/[\w-]+$)/.test(url);

/** The challenge of this tab; session storage is untrusted input. */
export function readChallenge(): StoredChallenge | undefined {
  const { paymentId, fingerprint, url } = Object(readStored(storageKey, 'the stored challenge')) as Partial<
    Record<keyof StoredChallenge, unknown>
  >;
  return isString(paymentId) && isString(fingerprint) && isString(url) && isPaymentPage(url)
    ? { paymentId, fingerprint, url }
    : undefined;
}

/** Whether the bank was asking about a payment for one of these offers when the page was left. (ELEMENT-02) */
export function isOfferChallenged(offerIds: readonly string[]): boolean {
  const { url = '' } = readChallenge() ?? {};
  const offerId = URL.parse(url, window.location.origin)?.searchParams.get('offer');
  return typeof offerId === 'string' && offerIds.includes(offerId);
}

export function findChallenge(fingerprint: string): StoredChallenge | undefined {
  const stored = readChallenge();
  return stored?.fingerprint === fingerprint ? stored : undefined;
}

/** Stores the challenge until it is answered; undefined removes it. */
export const storeChallenge = (challenge: StoredChallenge | undefined): void =>
  writeStored(storageKey, challenge, 'the challenge');
