declare global {
  /** Webpack's own: what it is set to becomes the nonce of elements that are added later. */
  var __webpack_nonce__: string;
}

// Style elements that libraries add later carry the nonce that the page server gave this page.
__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

export {};
