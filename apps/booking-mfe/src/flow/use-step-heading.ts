import { useEffect, useRef } from 'react';

/** Focuses the heading of a new step, because the button that had the focus is removed, and brings it into view. Returns the ref of the root element. */
export function useStepHeading(step: string) {
  const root = useRef<HTMLDivElement>(null);
  const focusedStep = useRef(step);
  useEffect(() => {
    if (focusedStep.current === step) return;
    focusedStep.current = step;
    root.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus();
  }, [step]);
  return root;
}
