import { Sentence } from '../components/sentence.tsx';
import { Toast } from 'radix-ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import X from 'lucide-react/icons/x';
import { currentToast, dismissToast, subscribeToToasts } from './toast-store.ts';

/** The side of a small screen on which a toast covers nothing that has the focus, as long as it is open. */
function useFreeSide(isOpen: boolean): 'top' | 'bottom' {
  const [side, setSide] = useState<'top' | 'bottom'>('bottom');
  useEffect(() => {
    if (!isOpen) return;
    let frame = 0;
    // A frame later, when what has got the focus is scrolled into view.
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const { activeElement } = document;
        if (!activeElement || activeElement.closest('.ui-toast-viewport')) return;
        const { top } = activeElement.getBoundingClientRect();
        setSide(top > window.innerHeight / 2 ? 'top' : 'bottom');
      });
    };
    update();
    document.addEventListener('focusin', update);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', update);
    };
  }, [isOpen]);
  return side;
}

/** Renders the current toast. F8 moves the focus here, a swipe to the right closes the toast. (TOAST-04, TOAST-05) */
export default function ToastArea() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast, () => undefined);
  const side = useFreeSide(toast?.open === true);
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Toast.Root
          key={toast.id}
          className="ui-toast"
          data-variant={toast.variant}
          open={toast.open}
          duration={toast.duration}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
        >
          <div className="ui-toast__text">
            <Toast.Title className="ui-toast__title">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="ui-toast__description">
                <Sentence>{toast.description}</Sentence>
              </Toast.Description>
            )}
          </div>
          {toast.action && (
            <Toast.Action
              className="ui-button"
              data-variant="secondary"
              data-size="small"
              altText={toast.action.altText}
              onClick={toast.action.onPress}
            >
              {toast.action.label}
            </Toast.Action>
          )}
          <Toast.Close className="ui-icon-button" aria-label="Close">
            <X size={16} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="ui-toast-viewport" data-side={side} />
    </Toast.Provider>
  );
}
