import type { PublicBrand, ReleaseTable, RemoteManifest } from '@fareline/contracts';
import { hasDarkScheme, themeCss } from '@fareline/presentation/theme';
import { scriptLoadFallback } from './script-load-fallback.ts';
import type { CardFormHosts } from './hosts.ts';
import { escapeHtml, jsonForHtml } from './html.ts';
import { headTags, type HeadTexts } from './page-meta.ts';
import type { Preload } from './preloads.ts';
import type { PrerenderedPage, StyleSheet } from './prerendered-pages.ts';
import { trustedTypesScript } from './trusted-types.ts';

export interface DocumentInput {
  brand: PublicBrand;
  texts: HeadTexts;
  nonce: string;
  /** URLs. */
  scripts: string[];
  styles: string[];
  /** Hashes of released files by URL, with which browsers refuse a changed file. */
  integrity: Record<string, string>;
  /** Hashes of the shell's files by file name, for what its scripts load. */
  shellIntegrity: Record<string, string>;
  preloads: Preload[];
  /** Content that is visible before any script runs; most pages have none. */
  prerendered: PrerenderedPage | undefined;
  releases: ReleaseTable;
  /** Format of the page data that the shell reads. */
  format: number;
  /** The manifest of this page's remote, by its URL. */
  manifests: Record<string, RemoteManifest>;
  /** Groups of paths whose pages have a policy of their own, so that a link into or out of one loads the document. */
  documentGroups: string[][];
  /** Undefined on a page without the provider's card form. */
  cardForm: CardFormHosts | undefined;
}

type Integrity = DocumentInput['integrity'];

const integrityAttribute = (url: string, integrity: Integrity): string =>
  integrity[url] ? ` integrity="${escapeHtml(integrity[url])}"` : '';

/** Scripts of a prerendered page get low priority, so that they do not delay its style sheets and font. */
function preloadTag({ href, as }: Preload, { nonce, prerendered, integrity }: DocumentInput): string {
  const url = escapeHtml(href);
  if (as === 'font') return `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin>`;
  const priority = prerendered ? ' fetchpriority="low"' : '';
  return `<link rel="preload" as="${as}" href="${url}"${integrityAttribute(href, integrity)}${as === 'script' ? ` nonce="${nonce}"${priority}` : ''}>`;
}

const styleTag = (href: string, integrity: Integrity): string =>
  `<link rel="stylesheet" href="${escapeHtml(href)}"${integrityAttribute(href, integrity)}>`;

/** The bundler's runtime recognises the inlined style sheet by `data-href` and does not load it again. */
const inlineStyleTag = ({ name, text }: StyleSheet, nonce: string): string =>
  `<style nonce="${nonce}" data-href="${escapeHtml(name)}">${text.replaceAll('</', '<\\/')}</style>`;

/** Renders the HTML of a page with brand, theme and the data of the first screen. (BRAND-06 to BRAND-08) */
export function renderDocument(input: DocumentInput): string {
  const { brand, texts, nonce, scripts, styles, preloads, prerendered, releases, manifests, integrity } =
    input;
  const data = jsonForHtml({
    format: input.format,
    brand,
    releases,
    manifests,
    integrity: input.shellIntegrity,
    documentGroups: input.documentGroups,
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headTags(brand, texts)}
<meta name="theme-color" content="${escapeHtml(brand.theme.background)}">${hasDarkScheme(brand.theme) ? `\n<meta name="theme-color" content="${escapeHtml(brand.theme.darkBackground)}" media="(prefers-color-scheme:dark)">` : ''}
<link rel="icon" href="${escapeHtml(brand.logo)}">
<link rel="apple-touch-icon" href="${escapeHtml(brand.logo)}">
${(prerendered?.styleSheets.map((styleSheet) => inlineStyleTag(styleSheet, nonce)) ?? styles.map((href) => styleTag(href, integrity))).join('\n')}
<style nonce="${nonce}">${themeCss(brand.theme)}</style>
${preloads.map((preload) => preloadTag(preload, input)).join('\n')}
<script id="page-data" type="application/json">${data}</script>
${trustedTypesScript(brand, releases, nonce, input.cardForm)}
${scriptLoadFallback(brand, nonce, releases.shell?.version ?? '')}
${scripts.map((src) => `<script defer nonce="${nonce}" src="${escapeHtml(src)}"${integrityAttribute(src, integrity)}></script>`).join('\n')}
</head>
<body>
<div id="root">${prerendered?.markup ?? ''}</div>
<noscript>${prerendered ? '<p>This site needs JavaScript to search and book flights.' : `<h1>${escapeHtml(brand.name)}</h1><p>This page needs JavaScript: please allow it in your browser, and load the page again.`}${brand.contact.phone && ` You can also call us on ${escapeHtml(brand.contact.phone)}.`}</p></noscript>
</body>
</html>
`;
}
