import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';

/** What `loadStripe` of this version would add; it cannot be told to load again while it waits. */
export const providerScriptUrl = 'https://js.stripe.com/endive/stripe.js';

let loading: Promise<unknown> | undefined;
/** By publishable key, because the provider's script has one object per key. */
const loaded = new Map<string, Stripe>();

const addScript = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${url} was not loaded`));
    });
    script.src = url;
    document.head.append(script);
  });

/** Whichever of the requests for the script is answered first counts, so that a late answer is not lost. */
function loadScript(url: string, attempt: number): Promise<unknown> {
  if (loading && attempt === 0) return loading;
  // Browsers share one answer among requests for the same URL.
  const added = addScript(attempt === 0 ? url : `${url}?attempt=${attempt}`);
  const current = loading ? Promise.any([loading, added]) : added;
  loading = current;
  current.catch(() => {
    if (loading === current) loading = undefined;
  });
  return current;
}

/**
 * The card provider's object for a publishable key; rejects when its script cannot be loaded. Another attempt asks for the script
 * anew. (ELEMENT-01)
 */
export async function loadProvider(
  publishableKey: string,
  scriptUrl: string | undefined,
  attempt: number,
): Promise<Stripe> {
  if (!('Stripe' in window)) await loadScript(scriptUrl ?? providerScriptUrl, attempt);
  const stripe = loaded.get(publishableKey) ?? (await loadStripe(publishableKey));
  if (!stripe) throw new Error('the card form needs a document');
  loaded.set(publishableKey, stripe);
  return stripe;
}
