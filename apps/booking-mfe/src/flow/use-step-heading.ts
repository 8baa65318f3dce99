import { useEffect, useRef } from 'react';

/** Puts the focus on the heading of a new step, so that it is not left on a button that is gone. */
export function useStepHeading(step: string) {
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    root.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus({ preventScroll: true });
  }, [step]);
  return root;
}
