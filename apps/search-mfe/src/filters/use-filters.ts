import { useState } from 'react';
import { noFilters, type Filters } from './filter-model.ts';

/** The filters in effect, and those being chosen until they are applied. (FILTER-02, FILTER-03) */
export function useFilters(applied: Filters, onApply: (filters: Filters) => void) {
  const [draft, setDraft] = useState(applied);
  const content = JSON.stringify(applied);
  const [drafted, setDrafted] = useState(content);
  // Only other filters take the place of what is being chosen, not the same ones read anew.
  if (drafted !== content) {
    setDrafted(content);
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
