import { hasTags } from '@fareline/contracts/brand';
import { Button, useBrand } from '@fareline/ui-theme';
import { useEffect } from 'react';
import { saveConsent, useConsent } from './consent-store.ts';
import { startTags } from './tags.ts';

/** Asks for consent once, only when the brand has tags, and starts the tags after it is granted. (TRACK-07, TRACK-08) */
export default function Consent() {
  const brand = useBrand();
  const choice = useConsent();
  const isNeeded = hasTags(brand);
  useEffect(
    () => (isNeeded && choice === 'granted' ? startTags(brand) : undefined),
    [brand, isNeeded, choice],
  );
  if (!isNeeded || choice) return null;
  return (
    <section
      className="print:hidden fixed inset-x-3 bottom-3 z-30 grid max-w-120 gap-3 rounded-card bg-card px-5 py-4 text-small raised"
      aria-label="Cookies"
      data-sticky-bar="consent"
    >
      <p>
        May we count visits and measure our advertisements with cookies? The site works the same either way.{' '}
        <a className="link-text" href="/cookies">
          What this means
        </a>
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="small" onClick={() => saveConsent('denied')}>
          No
        </Button>
        <Button variant="secondary" size="small" onClick={() => saveConsent('granted')}>
          Yes, allow
        </Button>
      </div>
    </section>
  );
}
