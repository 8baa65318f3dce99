/** Whether the query of a URL has a token of an email link or of a payment, also inside another parameter such as `redirect`. */
export const hasToken = (url: string): boolean =>
  /token|claim|client_secret/i.test(url.slice(url.indexOf('?') + 1 || url.length));
