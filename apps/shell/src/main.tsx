import './nonce.ts';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { addIntegrity } from './integrity.ts';
import { readPageData } from './page-data.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import { PreserveScroll } from './prerender-swap/preserve-scroll.tsx';
import { OnFirstScreenContext } from './prerender-swap/on-first-screen.tsx';
import { createPrerenderSwap } from './prerender-swap/prerender-swap.ts';
import { createPageReports, reportUncaught, reportVitals } from './reports/page-reports.ts';
import { keepTranslatedText } from './translated-text.ts';

declare global {
  /** True when the page runs; before that the edge's script reports its errors. */
  var farelineStarted: boolean | undefined;
}

keepTranslatedText();
const { brand, releases, manifests, integrity, documentGroups } = readPageData();
addIntegrity(releases.shell?.manifest ?? '', integrity);
const loader = createRemoteLoader({
  releases,
  federation: async () => {
    const { getFederation } = await import(/* webpackChunkName: "federation" */ './remotes/federation.ts');
    return getFederation(manifests);
  },
});

const reports = createPageReports({ getVersion: (frontEnd) => loader.getVersion(frontEnd) });
reportUncaught(reports);
const { root, swap } = createPrerenderSwap(document.getElementById('root')!);

createRoot(root, {
  onCaughtError: (error, { componentStack }) => {
    console.error(error, componentStack);
    reports.addError('render', error);
  },
}).render(
  <StrictMode>
    <OnFirstScreenContext value={swap}>
      <PreserveScroll>
        <App brand={brand} loader={loader} documentGroups={documentGroups} reports={reports} />
      </PreserveScroll>
    </OnFirstScreenContext>
  </StrictMode>,
);

globalThis.farelineStarted = true;
document.querySelector('.slow-start')?.remove();
void reportVitals(reports).catch(() => undefined);
