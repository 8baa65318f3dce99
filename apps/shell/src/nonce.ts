// Style elements that libraries add later carry the nonce that the page server gave this page.
declare let __webpack_nonce__: string;

__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
