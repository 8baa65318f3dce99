/** The event on `window` for a screen that failed to load; `detail` is the error. */
export const preloadErrorEvent = 'fareline:preload-error';

/** Dispatches the event. Returns false when a listener cancelled it, which means that the listener handled the error. (ROUTE-10) */
export function reportPreloadError(error: unknown): boolean {
  return window.dispatchEvent(new CustomEvent(preloadErrorEvent, { cancelable: true, detail: error }));
}
