import { useEffect } from 'react';

let region: HTMLElement | undefined;

function liveRegion(): HTMLElement {
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
  liveRegion().textContent = message;
}

/** Announces `message` whenever it changes; an empty one says nothing. */
export function useAnnounce(message: string): void {
  useEffect(() => {
    if (message) announce(message);
  }, [message]);
}
