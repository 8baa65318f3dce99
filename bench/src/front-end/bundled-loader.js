// In place of the shell's remote loader when everything is one bundle: the routes are here, their screens stay lazy.
// JavaScript, because the bundler reads it together with the apps' sources, which the types of benchmarks do not cover.
import './one-bundle.css';
import account from '../../../apps/account-mfe/src/routes.tsx';
import booking from '../../../apps/booking-mfe/src/routes.tsx';
import search from '../../../apps/search-mfe/src/routes.tsx';

const bundled = { account, booking, search };

/** The shell asks for it by name. */
export class RemoteError extends Error {}

export const createRemoteLoader = () => ({
  load: (remote) => Promise.resolve(bundled[remote]),
  preload: () => undefined,
  forget: () => undefined,
});
