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
  try {
    const { paymentId, fingerprint, url } = Object(
      JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'),
    ) as Partial<Record<keyof StoredChallenge, unknown>>;
    const isValid = typeof paymentId === 'string' && typeof fingerprint === 'string';
    return isValid && typeof url === 'string' && isPaymentPage(url)
      ? { paymentId, fingerprint, url }
      : undefined;
  } catch (error) {
    console.warn('could not read the stored challenge of this tab', error);
    return undefined;
  }
}

export function findChallenge(fingerprint: string): StoredChallenge | undefined {
  const stored = readChallenge();
  return stored?.fingerprint === fingerprint ? stored : undefined;
}

/** Stores the challenge until it is answered; undefined removes it. */
export function storeChallenge(challenge: StoredChallenge | undefined): void {
  try {
    if (challenge) sessionStorage.setItem(storageKey, JSON.stringify(challenge));
    else sessionStorage.removeItem(storageKey);
  } catch (error) {
    console.warn('could not store the challenge for a reload', error);
  }
}
