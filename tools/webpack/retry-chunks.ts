/** What webpack makes of these names in a remote's entry. */
declare const __webpack_require__: Record<'u' | 'miniCssF', ((chunk: string | number) => string) | undefined>;

/**
 * Part of every remote's entry: where that was asked for again by another address, its chunks and sheets are too. By their
 * old addresses a browser would answer with a preload that failed, or wait for a request that hangs.
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
