import { getOfferMeta } from '@fareline/contracts/pages';
import { Button, useBrand } from '@fareline/ui-theme';
import Check from 'lucide-react/icons/check';
import Share from 'lucide-react/icons/share-2';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { parseSearchUrl } from '../search-query/search-query.ts';

const messageDurationMs = 3000;

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Opens the device's share sheet. → false where there is none, or where it fails. */
async function openShareSheet(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  return navigator.share(data).then(() => true, isCancelled);
}

const copy = (text: string): Promise<string> =>
  Promise.resolve(navigator.clipboard)
    .then((clipboard) => clipboard.writeText(text))
    .then(
      () => 'Link copied',
      () => 'Could not copy the link',
    );

/** Shares the offer's address, with its search but without filters and tracking: by the device's share sheet, else as a copy. */
export function ShareOffer({ offerId, className }: { offerId: string; className: string }) {
  const brand = useBrand();
  const [searchParams] = useSearchParams();
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(''), messageDurationMs);
    return () => clearTimeout(timer);
  }, [message]);

  async function share() {
    const { canonical } = getOfferMeta(brand, offerId, parseSearchUrl(searchParams).query, () => undefined);
    const url = window.location.origin + canonical;
    if (!(await openShareSheet({ title: document.title, url }))) setMessage(await copy(url));
  }

  const Icon = message === 'Link copied' ? Check : Share;
  return (
    <Button variant="ghost" className={className} onClick={() => void share()}>
      <Icon size={18} />
      {message ? null : 'Share'}
      <span role="status">{message}</span>
    </Button>
  );
}
