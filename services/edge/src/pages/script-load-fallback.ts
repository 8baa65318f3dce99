import { pageReportsPath, type PublicBrand } from '@fareline/contracts';
import { staysLoading } from '@fareline/contracts/promises';
import { escapeHtml } from './html.ts';

/**
 * Entry scripts are the deferred ones. A failed one is requested once more; the bundler's runtime waits for all of them in
 * any order. Appending the template's content empties it, so the message appears once even if two scripts fail again. What keeps
 * the page from starting is reported here, because the scripts that report errors do not run.
 */
const retryScript = (version: string): string =>
  `{let reported,slow=setTimeout(()=>window.farelineStarted||document.body.append(document.getElementById("slow-start").content),1e4);const report=(kind,name)=>{if(reported||window.farelineStarted)return;reported=1;const v={frontEnd:"shell",version:"${version}"};navigator.sendBeacon&&navigator.sendBeacon("${pageReportsPath}",JSON.stringify({views:[v],errors:[{...v,kind,name}],vitals:[]}))};addEventListener("error",({target:s,error:e})=>{if(s.defer){let n=document.createElement("script");n.integrity=s.integrity;n.src=s.src+"?retry="+Date.now();n.onerror=()=>{report("load","ScriptError");clearTimeout(slow);document.querySelector(".slow-start")?.remove();document.body.append(document.getElementById("not-loaded").content)};document.head.append(n)}else if(e)report("start",/^\\w+$/.test(e.name)?e.name:"Error")},true)}`;

/**
 * Retries an entry script that failed to load and then shows an error message; says after ten seconds that the scripts are slow,
 * which the shell takes away when it starts. (CARE-05) Inline and before the entry scripts, because
 * no other code of the page runs without them.
 */
export const scriptLoadFallback = (brand: PublicBrand, nonce: string, version: string): string =>
  `<template id="not-loaded"><div class="ui-toast-viewport"><div class="ui-alert" data-variant="destructive" role="alert"><p class="ui-alert__body">This page did not load. Check your connection${brand.contact.phone && `, or call ${escapeHtml(brand.contact.phone)}`}.</p><a class="ui-button" data-variant="primary" href="">Reload</a></div></div></template>
<template id="slow-start"><div class="ui-toast-viewport slow-start" role="status"><div class="ui-alert" data-variant="info"><p class="ui-alert__body">${staysLoading}</p></div></div></template>
<script nonce="${nonce}">${retryScript(version)}</script>`;
