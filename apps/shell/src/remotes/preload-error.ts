/** Name of the event on `window` that says that a screen could not be loaded; `detail` holds its failure. */
export const preloadErrorEvent = 'fareline:preload-error';

/** Dispatches the event. False when somebody cancelled it, and so took care of the failure. (ROUTE-10) */
export function reportPreloadError(error: unknown): boolean {
  return window.dispatchEvent(new CustomEvent(preloadErrorEvent, { cancelable: true, detail: error }));
}
