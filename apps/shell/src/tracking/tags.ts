import type { PublicBrand } from '@fareline/contracts';
import { addTrackSink } from '@fareline/ui-theme';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

function gtag(..._values: unknown[]): void {
  // gtag.js recognises commands by the type of the `arguments` object.
  // eslint-disable-next-line prefer-rest-params
  window.dataLayer?.push(arguments);
}

/** Queries may contain tokens and ids of bookings. */
const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '');

/** Sets the URLs that the tags report, which otherwise are those of the page with their queries. */
const setUrls = (): void =>
  gtag('set', {
    page_location: withoutQuery(window.location.href),
    page_referrer: withoutQuery(document.referrer),
  });

const scriptId = 'tag-script';

/** Adds one script for all ids; it is never removed. (SUPPORT-15) */
function loadTags(ids: string[]): void {
  window.dataLayer ??= [];
  gtag('js', new Date());
  setUrls();
  for (const id of ids) gtag('config', id);
  const script = document.createElement('script');
  script.id = scriptId;
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(ids[0] ?? '')}`;
  document.head.append(script);
}

/** Loads the brand's tags once and sends them the tracked events; a blocked script has no other effect. Returns a function that stops the events. (TRACK-06, TRACK-07) */
export function startTags({ tags }: PublicBrand): () => void {
  if (!document.getElementById(scriptId)) loadTags([tags.analyticsId, tags.adConversionId].filter(Boolean));
  const sendEvent = (action: string, fields: object) => {
    setUrls();
    gtag('event', action, fields);
  };
  return addTrackSink({
    event: ({ action, category, label, value }) =>
      sendEvent(action, { event_category: category, event_label: label, value }),
    conversion: (label) => {
      if (tags.adConversionId) sendEvent('conversion', { send_to: tags.adConversionId, event_label: label });
    },
  });
}
