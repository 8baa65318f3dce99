import type { Brand, ReleaseTable, RemoteManifest } from '@fareline/contracts';
import { themeCss } from '@fareline/ui-theme/theme';
import { scriptLoadFallback } from './script-load-fallback.ts';
import { escapeHtml, jsonForHtml } from './html.ts';
import type { Preload } from './preloads.ts';
import type { PrerenderedPage, StyleSheet } from './prerendered-pages.ts';

export interface DocumentInput {
  brand: Brand;
  nonce: string;
  /** Addresses. */
  scripts: string[];
  styles: string[];
  preloads: Preload[];
  /** What is seen before any script runs; nothing for most pages. */
  drawn: PrerenderedPage | undefined;
  releases: ReleaseTable;
  /** Of the remote of this page, by its address. */
  manifests: Record<string, RemoteManifest>;
}

/** The title of pages without one of their own. (BRAND-07) */
export const brandTitle = (brand: Brand): string => `${brand.name} - Budget-Friendly Flight Booking`;

/** With `isSeen` there is something to look at before the scripts are: they must not hold up its style sheets and its font. */
function preloadTag({ href, as }: Preload, nonce: string, isPrerendered: boolean): string {
  const address = escapeHtml(href);
  if (as === 'font') return `<link rel="preload" as="font" type="font/woff2" href="${address}" crossorigin>`;
  const priority = isPrerendered ? ' fetchpriority="low"' : '';
  return `<link rel="preload" as="${as}" href="${address}"${as === 'script' ? ` nonce="${nonce}"${priority}` : ''}>`;
}

const styleTag = (href: string): string => `<link rel="stylesheet" href="${escapeHtml(href)}">`;

/** By `data-href` the bundler's runtime sees that the sheet is there and adds no link to it. */
const inlineStyleTag = ({ name, text }: StyleSheet, nonce: string): string =>
  `<style nonce="${nonce}" data-href="${escapeHtml(name)}">${text.replaceAll('</', '<\\/')}</style>`;

/** The page as it leaves the server: brand, theme and everything that the first screen needs to know. (BRAND-06 to BRAND-08) */
export function renderDocument(input: DocumentInput): string {
  const { brand, nonce, scripts, styles, preloads, drawn, releases, manifests } = input;
  const data = jsonForHtml({ brand, releases, manifests });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(brandTitle(brand))}</title>
<meta name="description" content="${escapeHtml(brand.content.subline)}">
<meta name="theme-color" content="${escapeHtml(brand.theme.background)}">
<link rel="icon" href="${escapeHtml(brand.logo)}">
${(drawn?.sheets.map((sheet) => inlineStyleTag(sheet, nonce)) ?? styles.map(styleTag)).join('\n')}
<style nonce="${nonce}">${themeCss(brand.theme)}</style>
${preloads.map((preload) => preloadTag(preload, nonce, drawn !== undefined)).join('\n')}
<script id="page-data" type="application/json">${data}</script>
${scriptLoadFallback(brand, nonce)}
${scripts.map((src) => `<script defer nonce="${nonce}" src="${escapeHtml(src)}"></script>`).join('\n')}
</head>
<body>
<div id="root">${drawn?.markup ?? ''}</div>
<noscript>${drawn ? '' : `<h1>${escapeHtml(brand.name)}</h1>`}<p>This site needs JavaScript to search and book flights. You can also call us on ${escapeHtml(brand.contact.phone)}.</p></noscript>
</body>
</html>
`;
}
