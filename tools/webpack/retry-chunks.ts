/** Webpack's functions for the file names of chunks (`u`) and style sheets (`miniCssF`) in a remote's entry. */
declare const __webpack_require__: Record<'u' | 'miniCssF', ((chunk: string | number) => string) | undefined>;

/**
 * Runtime plugin of every remote: when the entry was loaded with a retry query, chunks and style sheets are loaded with the
 * same query. With the old URLs the browser would use a failed preload or wait for a request that hangs.
 */
export default function retryChunks() {
  const { src } = document.currentScript as HTMLScriptElement;
  const retry = new URL(src).search;
  for (const name of retry ? (['u', 'miniCssF'] as const) : []) {
    const getFileName = __webpack_require__[name];
    if (getFileName) __webpack_require__[name] = (chunk) => getFileName(chunk) + retry;
  }
  return { name: 'retry-chunks' };
}
