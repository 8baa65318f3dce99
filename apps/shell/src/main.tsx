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
import { keepTranslatedText } from './translated-text.ts';

keepTranslatedText();
const { brand, releases, manifests, integrity, documentPath } = readPageData();
addIntegrity(releases.shell?.manifest ?? '', integrity);
const loader = createRemoteLoader({
  releases,
  federation: async () => {
    const { getFederation } = await import(/* webpackChunkName: "federation" */ './remotes/federation.ts');
    return getFederation(manifests);
  },
});

const { root, swap } = createPrerenderSwap(document.getElementById('root')!);

createRoot(root).render(
  <StrictMode>
    <OnFirstScreenContext value={swap}>
      <PreserveScroll>
        <App brand={brand} loader={loader} documentPath={documentPath} />
      </PreserveScroll>
    </OnFirstScreenContext>
  </StrictMode>,
);
