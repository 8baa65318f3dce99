import { Sentence } from '../components/sentence.tsx';
import { Toast } from 'radix-ui';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import X from 'lucide-react/icons/x';
import { currentToast, dismissToast, subscribeToToasts } from './toast-store.ts';

/** Tells the page where the toasts end, so that all of it starts below them; a scrolled page is held still when they are gone. */
function useRoom() {
  const area = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    let room = 0;
    const observer = new ResizeObserver(() => {
      const { height, bottom } = area.current!.getBoundingClientRect();
      const top = window.scrollY - (room - height);
      style.setProperty('--toast-bottom', `${height && bottom}px`);
      if (height < room) window.scrollTo({ top: Math.max(0, top), behavior: 'instant' });
      room = height;
    });
    observer.observe(area.current!);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-bottom');
    };
  }, []);
  return area;
}

/** Renders the current toast. F8 moves the focus here, a swipe to the right closes the toast. (TOAST-04, TOAST-05) */
export default function ToastArea() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast, () => undefined);
  const area = useRoom();
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
      <Toast.Viewport ref={area} className="ui-toast-viewport" />
    </Toast.Provider>
  );
}
