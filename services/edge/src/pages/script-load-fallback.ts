import type { PublicBrand } from '@fareline/contracts';
import { escapeHtml } from './html.ts';

/**
 * Entry scripts are the deferred ones. A failed one is requested once more; the bundler's runtime waits for all of them in
 * any order. Appending the template's content empties it, so the message appears once even if two scripts fail again.
 */
const retryScript = `addEventListener("error",({target:s})=>{if(s.defer){let n=document.createElement("script");n.integrity=s.integrity;n.src=s.src+"?retry="+Date.now();n.onerror=()=>document.body.append(document.getElementById("not-loaded").content);document.head.append(n)}},true)`;

/**
 * Retries an entry script that failed to load and then shows an error message. Inline and before the entry scripts, because
 * no other code of the page runs without them.
 */
export const scriptLoadFallback = (brand: PublicBrand, nonce: string): string =>
  `<template id="not-loaded"><div class="ui-toast-viewport"><div class="ui-alert" data-variant="destructive" role="alert"><p class="ui-alert__body">This page did not load. Check your connection${brand.contact.phone && `, or call ${escapeHtml(brand.contact.phone)}`}.</p><a class="ui-button" data-variant="primary" href="">Reload</a></div></div></template>
<script nonce="${nonce}">${retryScript}</script>`;
