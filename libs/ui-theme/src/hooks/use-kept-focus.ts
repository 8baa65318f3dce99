import { useEffect, useRef } from 'react';

const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
/** What the screen itself focuses comes first: its effects run after what they show. */
const screenFocusMs = 50;
const places = 'section, form, main, [role=region], [role=tabpanel]';

/** The heading of a part of the page, or the part itself. */
function focusPlace(place: Element): void {
  const target = place.querySelector<HTMLElement>('h1, h2, h3') ?? (place as HTMLElement);
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/**
 * Keeps the focus near when what has it is removed, such as the button of a case that was closed: the part of the page around it has it
 * then, because from the start of the page a keyboard has to go all the way again. (WCAG 2.4.3)
 */
export function useKeptFocus<Root extends HTMLElement>() {
  const root = useRef<Root>(null);
  useEffect(() => {
    let around: Element[] = [];
    let last: Element | undefined;
    const forget = () => {
      last = undefined;
    };
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest(overlays)) return;
      if (!root.current?.contains(target)) return forget();
      last = target;
      around = [];
      for (let place = target.parentElement; place; place = place.parentElement)
        if (place.matches(places) || place === root.current) around.push(place);
    };
    /** Who leaves an element that stays wants to be nowhere. */
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget && document.hasFocus() && last?.isConnected)
        setTimeout(() => last?.isConnected && isLost() && forget());
    };
    const isLost = () => document.activeElement === document.body && !document.querySelector(overlays);
    const keep = () => {
      if (!last || last.isConnected || !isLost()) return;
      const place = around.find(({ isConnected }) => isConnected);
      if (place) focusPlace(place);
    };
    const observer = new MutationObserver(() => last && !last.isConnected && setTimeout(keep, screenFocusMs));
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', leave);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', leave);
    };
  }, []);
  return root;
}
