import type { PublicBrand } from '@fareline/contracts';
import { addTrackSink } from '@fareline/ui-theme';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

function gtag(..._values: unknown[]): void {
  // gtag.js recognises commands by the type of the `arguments` object.
  // oxlint-disable-next-line prefer-rest-params
  window.dataLayer?.push(arguments);
}

/** Queries may contain tokens and ids of bookings. */
const withoutQuery = (url: string): string => url.replace(/[?#].*/s, '');

/** Parameters that advertisements add to the URL they lead to, by which visits are counted for them. */
const campaignParameter = /^(utm_[a-z_]+|gclid|gbraid|wbraid|dclid)$/;

/** The URL of the page with the parameters of advertisements only. */
function getReportedUrl({ origin, pathname, search }: Location): string {
  const campaign = [...new URLSearchParams(search)].filter(([name]) => campaignParameter.test(name));
  return origin + pathname + (campaign.length > 0 ? `?${new URLSearchParams(campaign).toString()}` : '');
}

/** Sets the URLs that the tags report, which otherwise are those of the page with their queries. */
const setUrls = (): void =>
  gtag('set', {
    page_location: getReportedUrl(window.location),
    page_referrer: withoutQuery(document.referrer),
  });

/** A fragment of the length of a status page's token. */
const tokenFragment = /^#[\w-]{43}$/;

/** Whether history entry or fragment has the token of an email link, which scripts of other companies could read there. */
const hasLinkToken = (): boolean => {
  if (tokenFragment.test(window.location.hash)) return true;
  const { usr } = Object(window.history.state) as { usr?: unknown };
  return /token|claim/i.test(Object.keys(Object(usr)).join(' '));
};

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

/**
 * Loads the brand's tags once, on the first page without the token of an email link, and sends them the tracked events; a
 * blocked script has no other effect. Returns a function that stops the events. (TRACK-06, TRACK-07, ACCOUNT-03)
 */
export function startTags({ tags }: PublicBrand): () => void {
  const loadOnce = () => {
    if (!document.getElementById(scriptId)) loadTags([tags.analyticsId, tags.adConversionId].filter(Boolean));
  };
  if (!hasLinkToken()) loadOnce();
  const sendEvent = (action: string, fields: object) => {
    if (hasLinkToken()) return;
    loadOnce();
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
