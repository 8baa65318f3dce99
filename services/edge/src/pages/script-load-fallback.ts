import type { Brand } from '@fareline/contracts';
import { escapeHtml } from './html.ts';

/**
 * Entry scripts are the deferred ones. One that fails is asked for once more: the bundler's start waits for all of them, in
 * whatever order they come. Taking a template's content empties it, so two that fail again still say so once.
 */
const retryScript = `addEventListener("error",({target:s})=>{if(s.defer){let n=document.createElement("script");n.src=s.src+"?retry="+Date.now();n.onerror=()=>document.body.append(document.getElementById("not-loaded").content);document.head.append(n)}},true)`;

/** What helps when an entry script does not come: nothing else of the page is alive to do it. Stands before those scripts. */
export const scriptLoadFallback = (brand: Brand, nonce: string): string =>
  `<template id="not-loaded"><div class="ui-toast-viewport"><div class="ui-alert" data-variant="destructive" role="alert"><p class="ui-alert__body">This page did not load. Check your connection, or call ${escapeHtml(brand.contact.phone)}.</p><a class="ui-button" data-variant="primary" href="">Reload</a></div></div></template>
<script nonce="${nonce}">${retryScript}</script>`;
