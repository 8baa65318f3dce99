// Style elements that a remote's libraries add carry the nonce of the page; each container has a runtime of its own to tell.
__webpack_nonce__ = document.querySelector('script[nonce]')?.nonce ?? '';
