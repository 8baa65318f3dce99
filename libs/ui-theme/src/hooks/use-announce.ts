import { useEffect } from 'react';

let region: HTMLElement | undefined;

/** Creates the live region. It must exist before the first message, because screen readers skip text that is inserted together with its region. */
export function ensureLiveRegion(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.className = 'ui-visually-hidden';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  document.body.append(region);
  return region;
}

/** Announces a message to screen readers without moving the focus. */
export function announce(message: string): void {
  ensureLiveRegion().textContent = message;
}

/** Announces `message` whenever it changes, unless it is empty. */
export function useAnnounce(message: string): void {
  useEffect(() => {
    if (message) announce(message);
  }, [message]);
}
