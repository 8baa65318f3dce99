import type { ReactNode } from 'react';

/** A status text with an animated line below it, used instead of a spinner. */
export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <p className="ui-loading-text" role="status">
      {children}
    </p>
  );
}
