declare let __webpack_nonce__: string;

/** Runtime plugin of every remote, because each has its own webpack runtime: style elements that libraries add need the nonce of the page. */
export default function setNonce() {
  __webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  return { name: 'nonce' };
}
