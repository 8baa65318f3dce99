/** Whether the query of a URL has a token of an email link, also inside another parameter such as `redirect`. */
export const hasToken = (url: string): boolean =>
  /token|claim/i.test(url.slice(url.indexOf('?') + 1 || url.length));
