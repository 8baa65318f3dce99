import { useEffect } from 'react';

let region: HTMLElement | undefined;

/** The region that messages are put into. It has to stand before the first one: what comes together with its region is not read out. */
export function ensureLiveRegion(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.className = 'ui-visually-hidden';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  document.body.append(region);
  return region;
}

/** Says something to screen readers without moving the focus. */
export function announce(message: string): void {
  ensureLiveRegion().textContent = message;
}

/** Announces `message` whenever it changes; an empty one says nothing. */
export function useAnnounce(message: string): void {
  useEffect(() => {
    if (message) announce(message);
  }, [message]);
}
