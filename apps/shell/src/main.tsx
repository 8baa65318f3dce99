import './nonce.ts';
import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { readPageData } from './page-data.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import { KeptScroll } from './take-over/kept-scroll.tsx';
import { ScreenShownContext } from './take-over/screen-shown.tsx';
import { takeOver } from './take-over/take-over.ts';

const { brand, releases, manifests } = readPageData();
const loader = createRemoteLoader({
  releases,
  federation: async () => {
    const { federationOf } = await import(/* webpackChunkName: "federation" */ './remotes/federation.ts');
    return federationOf(manifests);
  },
});

const { root, show } = takeOver(document.getElementById('root')!);

createRoot(root).render(
  <StrictMode>
    <ScreenShownContext value={show}>
      <KeptScroll>
        <App brand={brand} loader={loader} />
      </KeptScroll>
    </ScreenShownContext>
  </StrictMode>,
);
