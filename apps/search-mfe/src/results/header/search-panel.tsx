import { IconButton, PortalScope } from '@fareline/ui-theme';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { homeLimits, toFormValues } from '../../search-form/form-values.ts';
import { SearchForm } from '../../search-form/search-form.tsx';
import type { SearchQuery } from '../../search-query/search-query.ts';

/** The parts of the page beside the one with `element`, and that one; toasts stay usable. */
const getPageParts = (element: Element | null): HTMLElement[] =>
  [...(element?.closest('main')?.parentElement?.children ?? [])]
    .filter((part) => part instanceof HTMLElement)
    .filter((part) => !part.querySelector('.ui-toast-viewport'));

interface SearchPanelProps {
  query: SearchQuery;
  /** The button that opened the panel. */
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/**
 * The form of the home page with the search of the results, in the place of the bar; on a phone it covers the list. Not the dialog of the
 * widgets, which would keep the focus from the form's own popovers.
 */
export default function SearchPanel({ query, returnFocus, onClose }: SearchPanelProps) {
  const overlay = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();

  useEffect(() => {
    const opener = returnFocus.current;
    const parts = getPageParts(opener);
    for (const part of parts) part.inert = true;
    panel.current?.focus({ preventScroll: true });
    return () => {
      for (const part of parts) part.inert = false;
      opener?.focus({ preventScroll: true });
    };
  }, [returnFocus]);

  useEffect(() => {
    const closeOutside = ({ target }: Event) => target === overlay.current && onClose();
    // What is open in the form is closed first.
    const closeOnEscape = (event: KeyboardEvent) =>
      event.key === 'Escape' && !event.defaultPrevented && onClose();
    document.addEventListener('click', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('click', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [onClose]);

  return createPortal(
    <PortalScope>
      <div ref={overlay} className="ui-overlay z-50" />
      <section
        ref={panel}
        role="dialog"
        aria-modal
        aria-labelledby={titleId}
        tabIndex={-1}
        className="fixed inset-x-0 top-[var(--header-height,4.5rem)] z-50 max-h-[calc(100dvh-var(--header-height,4.5rem))] overflow-y-auto overscroll-contain bg-card outline-none raised max-md:bottom-0 [@media(min-width:48rem)_and_(min-height:36rem)]:overflow-visible"
      >
        <div className="page-width grid gap-2 pt-2 pb-5">
          <div className="flex items-center justify-between gap-4">
            <h2 id={titleId} className="text-large">
              Change your search
            </h2>
            <IconButton className="-me-2.5" label="Close" onClick={onClose}>
              <X size={18} />
            </IconButton>
          </div>
          <SearchForm
            initial={() => toFormValues(query)}
            limits={homeLimits}
            phoneLabel="multi_city_call_button"
            onSearched={onClose}
          />
        </div>
      </section>
    </PortalScope>,
    document.body,
  );
}
