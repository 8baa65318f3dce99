import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { steps, type StepId } from './steps.ts';

const indexOf = (id: unknown): number => steps.findIndex((step) => step.id === id);

const getStep = (state: unknown): number => Math.max(0, indexOf((Object(state) as { step?: unknown }).step));

/**
 * The step of the open entry of the history, as far as all before it is entered. Going on adds an entry, and going back is the browser's
 * Back, so that the entry of each step is as far from the first as the step. (BOOK-04)
 */
export function useStepHistory() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [reached, setReached] = useState(0);
  const asked = getStep(state);
  const current = Math.min(asked, reached);
  useEffect(() => {
    // The entry of a step that waits for the first: after a reload, which has cleared the passports, or a change of passengers.
    if (reached === 0 && asked > 0) void navigate(-asked);
  }, [reached, asked, navigate]);
  return {
    step: steps[current]!.id,
    goTo(id: StepId): void {
      const next = indexOf(id);
      if (next < current) return void navigate(next - current);
      setReached(next);
      void navigate({ pathname, search }, { state: { step: id } });
    },
    /** What was entered has changed, so that the steps after the first wait for it again. */
    restart: () => setReached(0),
  };
}
