import { createRequire } from 'node:module';
import type { AirportList, PublicBrand } from '@fareline/contracts';
import {
  findInformationPath,
  getHomeMeta,
  getInformationMeta,
  getOfferMeta,
  getSearchMeta,
  getSupportMeta,
  parseSearchQuery,
  type PageMeta,
} from '@fareline/contracts/pages';
import { escapeHtml } from './html.ts';
import type { PageMatch } from './match-page.ts';

const require = createRequire(import.meta.url);
const { airports, cities } = require('@fareline/contracts/airports.json') as AirportList;

/** By code of an airport or a city; a code of both is the airport's. */
const cityNames = new Map([
  ...cities.map(([code, city]) => [code, city] as const),
  ...airports.map(([code, , city]) => [code, city] as const),
]);
const findCity = (code: string): string | undefined => cityNames.get(code);

/** The texts of a page's head; `isOwn` is false for those of the brand. */
export interface HeadTexts {
  title: string;
  description: string;
  keywords?: string;
  isOwn: boolean;
  /** The absolute URL of the page for search engines. */
  canonical?: string;
  /** An absolute URL. */
  picture: string;
  /** Whether the picture is made for sharing; the logo is shown small. */
  hasLargePicture: boolean;
}

/** What the page says of itself, from nothing but its URL and the brand; undefined for pages of a visitor's own data. */
function getPageMeta(brand: PublicBrand, { route: { path } }: PageMatch, url: URL): PageMeta | undefined {
  const informationPath = findInformationPath(path);
  if (informationPath) return getInformationMeta(informationPath, brand);
  if (path === '/') return getHomeMeta(brand);
  if (path === '/expedia') return getSupportMeta(brand);
  if (path === '/search') return getSearchMeta(brand, parseSearchQuery(url.searchParams), findCity);
  if (path !== '/flight/:id') return undefined;
  const offerId = decodeURIComponent(url.pathname.split('/')[2] ?? '');
  return getOfferMeta(brand, offerId, parseSearchQuery(url.searchParams), findCity);
}

/**
 * The texts of a page's head: its own, else the brand's. The address for search engines is on the page's own host and without
 * parameters that do not change the content; there is none for a visitor's own data. (HOST-03, HOME-13, BRAND-07)
 *
 * @param url path and query of the request
 * @param origin of the site that was asked
 */
export function describePage(
  brand: PublicBrand,
  page: PageMatch | undefined,
  url: string,
  origin: string,
): HeadTexts {
  const meta = page && getPageMeta(brand, page, new URL(url, origin));
  const hasAddress = page && !page.route.private && !page.route.path.includes(':');
  const canonical = meta?.canonical ?? (hasAddress ? page.route.path : undefined);
  const { socialPicture, subline } = brand.content;
  return {
    title: `${brand.name} - Budget-Friendly Flight Booking`,
    description: subline,
    ...meta,
    isOwn: meta !== undefined,
    canonical: canonical === undefined ? undefined : origin + canonical,
    picture: new URL(socialPicture || brand.logo, origin).href,
    hasLargePicture: Boolean(socialPicture),
  };
}

/** The elements that bots read. Those of the page itself are marked, so that the client replaces them with the next page. */
export function headTags(brand: PublicBrand, texts: HeadTexts): string {
  const { title, description, keywords, canonical, picture, isOwn, hasLargePicture } = texts;
  const mark = isOwn ? ' data-page-meta' : '';
  const tag = (attribute: string, name: string, content: string | undefined, suffix = '') =>
    content ? `<meta ${attribute}="${name}" content="${escapeHtml(content)}"${suffix}>` : '';
  return [
    `<title>${escapeHtml(title)}</title>`,
    tag('name', 'description', description, mark),
    tag('name', 'keywords', keywords, mark),
    canonical ? `<link rel="canonical" href="${escapeHtml(canonical)}" data-page-meta>` : '',
    tag('property', 'og:type', 'website'),
    tag('property', 'og:site_name', brand.name),
    tag('property', 'og:title', title, mark),
    tag('property', 'og:description', description, mark),
    tag('property', 'og:url', canonical),
    tag('property', 'og:image', picture),
    tag('name', 'twitter:card', hasLargePicture ? 'summary_large_image' : 'summary'),
    tag('name', 'twitter:title', title),
    tag('name', 'twitter:description', description),
    tag('name', 'twitter:image', picture),
  ]
    .filter(Boolean)
    .join('\n');
}
