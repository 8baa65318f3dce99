declare global {
  /** Webpack sets this nonce on the elements that it adds. */
  var __webpack_nonce__: string;
}

// Style elements that libraries add need the nonce of the page's Content-Security-Policy.
__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

export {};
