import { useState } from 'react';
import { noFilters, type Filters } from './filter-model.ts';

/** The filters in effect, and those being chosen until they are applied. (FILTER-02, FILTER-03) */
export function useFilters() {
  const [applied, setApplied] = useState<Filters>(noFilters);
  const [draft, setDraft] = useState<Filters>(noFilters);
  return {
    applied,
    draft,
    change: (changes: Partial<Filters>) => setDraft((before) => ({ ...before, ...changes })),
    apply: () => setApplied(draft),
    clear: () => {
      setApplied(noFilters);
      setDraft(noFilters);
    },
  };
}

export type FilterState = ReturnType<typeof useFilters>;
