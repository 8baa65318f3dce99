import './nonce.ts';
import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { readPageData } from './page-data.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';

const { brand, releases, manifests } = readPageData();
const loader = createRemoteLoader({ releases, manifests });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App brand={brand} loader={loader} />
  </StrictMode>,
);
