import type { Brand, ReleaseTable } from '@fareline/contracts';
import { themeCss } from '@fareline/ui-theme/theme';
import { escapeHtml, jsonForHtml } from './html.ts';
import type { Preload } from './preloads.ts';

export interface DocumentInput {
  brand: Brand;
  nonce: string;
  /** Addresses. */
  scripts: string[];
  styles: string[];
  preloads: Preload[];
  releases: ReleaseTable;
  manifests: Record<string, unknown>;
}

/** The title of pages without one of their own. (BRAND-07) */
export const brandTitle = (brand: Brand): string => `${brand.name} - Budget-Friendly Flight Booking`;

function preloadTag({ href, as }: Preload, nonce: string): string {
  const address = escapeHtml(href);
  if (as === 'font') return `<link rel="preload" as="font" type="font/woff2" href="${address}" crossorigin>`;
  return `<link rel="preload" as="${as}" href="${address}"${as === 'script' ? ` nonce="${nonce}"` : ''}>`;
}

/** The page as it leaves the server: brand, theme and everything that the first screen needs to know. (BRAND-06 to BRAND-08) */
export function renderDocument(input: DocumentInput): string {
  const { brand, nonce, scripts, styles, preloads, releases, manifests } = input;
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
${styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')}
<style nonce="${nonce}">${themeCss(brand.theme)}</style>
${preloads.map((preload) => preloadTag(preload, nonce)).join('\n')}
<script id="page-data" type="application/json">${data}</script>
${scripts.map((src) => `<script defer nonce="${nonce}" src="${escapeHtml(src)}"></script>`).join('\n')}
</head>
<body>
<div id="root"></div>
<noscript><h1>${escapeHtml(brand.name)}</h1><p>This site needs JavaScript to search and book flights. You can also call us on ${escapeHtml(brand.contact.phone)}.</p></noscript>
</body>
</html>
`;
}
