import { useState } from 'react';
import { noFilters, type Filters } from './filter-model.ts';

/** The filters in effect, and those being chosen until they are applied. (FILTER-02, FILTER-03) */
export function useFilters(applied: Filters, onApply: (filters: Filters) => void) {
  const [draft, setDraft] = useState(applied);
  const [drafted, setDrafted] = useState(applied);
  if (drafted !== applied) {
    setDrafted(applied);
    setDraft(applied);
  }
  return {
    applied,
    draft,
    change: (changes: Partial<Filters>) => setDraft((before) => ({ ...before, ...changes })),
    apply: () => onApply(draft),
    clear: () => {
      setDraft(noFilters);
      onApply(noFilters);
    },
  };
}

export type FilterState = ReturnType<typeof useFilters>;
