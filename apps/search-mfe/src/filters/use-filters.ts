import { useCallback, useState } from 'react';
import { noFilters, type Filters } from './filter-model.ts';

/** Paints the pressed button before a list that takes long to draw: a click without a frame seems to be lost. */
const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** The applied filters, and a draft of them until it is applied. (FILTER-02, FILTER-03) */
export function useFilters(applied: Filters, onApply: (filters: Filters) => void) {
  const [draft, setDraft] = useState(applied);
  const appliedKey = JSON.stringify(applied);
  const isChanged = JSON.stringify(draft) !== appliedKey;
  const [draftedKey, setDraftedKey] = useState(appliedKey);
  // The draft is reset only when the applied filters change, not when an equal object is parsed again.
  if (draftedKey !== appliedKey) {
    setDraftedKey(appliedKey);
    // An equal draft stays, so that what shows it is not drawn again.
    if (isChanged) setDraft(applied);
  }
  const change = useCallback(
    (changes: Partial<Filters>) => setDraft((before) => ({ ...before, ...changes })),
    [],
  );
  /** Applies these filters at once, and makes them the draft. */
  const replace = (filters: Filters) =>
    afterPaint(() => {
      setDraft(filters);
      onApply(filters);
    });
  return {
    applied,
    draft,
    /** Whether the draft has something to apply. */
    isChanged,
    change,
    apply: () => afterPaint(() => onApply(draft)),
    replace,
    /** Forgets what was not applied. */
    reset: () => setDraft(applied),
    clear: () => replace(noFilters),
  };
}

export type FilterState = ReturnType<typeof useFilters>;
