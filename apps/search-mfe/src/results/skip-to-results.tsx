import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export const resultsId = 'results';

/** A skip link to the list, past header, summary and filters, beside the frame's own. (WCAG 2.2, 2.4.1) */
export function SkipToResults() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById('skip-links')), []);
  if (!slot) return null;
  return createPortal(
    <a
      className="ui-skip-link"
      href={`#${resultsId}`}
      onClick={(event) => {
        // A navigation would add an entry to the history.
        event.preventDefault();
        document.getElementById(resultsId)?.focus();
      }}
    >
      Skip to results
    </a>,
    slot,
  );
}
