import type { ReactNode } from 'react';
import { SlowNote } from './slow-note.tsx';

interface LoadingTextProps {
  children: ReactNode;
  /** The text says itself how long it may take, as for an airline's answer. */
  isLong?: boolean;
}

/** A status text with an animated line below it, used instead of a spinner; a line below it says when loading is slow. (CARE-05) */
export function LoadingText({ children, isLong = false }: LoadingTextProps) {
  return (
    <>
      <p className="ui-loading-text" role="status">
        {children}
      </p>
      {!isLong && <SlowNote />}
    </>
  );
}
