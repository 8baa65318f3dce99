// Style elements that a remote's libraries add need the nonce of the page; every container has its own webpack runtime.
__webpack_nonce__ = document.querySelector('script[nonce]')?.nonce ?? '';
