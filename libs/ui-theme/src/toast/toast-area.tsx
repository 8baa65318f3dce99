import { Sentence } from '../components/sentence.tsx';
import { Toast } from 'radix-ui';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import X from 'lucide-react/icons/x';
import { currentToast, dismissToast, subscribeToToasts } from './toast-store.ts';

/**
 * Tells the page where the toasts end, so that all of it starts below them. The page is held still when they are gone: at its top it keeps
 * their room until it is scrolled or left.
 */
function useRoom() {
  const area = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const { navigation } = window;
    let room = 0;
    let { pathname } = window.location;
    const setRoom = ({ height, bottom }: DOMRect) => {
      style.setProperty('--toast-bottom', `${height && bottom}px`);
      room = height;
    };
    const giveUpRoom = () => setRoom(area.current!.getBoundingClientRect());
    const fitRoom = () => {
      const box = area.current!.getBoundingClientRect();
      const lost = room - box.height;
      const top = window.scrollY - lost;
      if (top < 0) return;
      setRoom(box);
      // Nothing moves under a pointer.
      if (lost > 0) window.scrollTo({ top, behavior: 'instant' });
    };
    const leavePage = () => {
      if (window.location.pathname === pathname) return;
      ({ pathname } = window.location);
      giveUpRoom();
    };
    // A step of a flow, which has no address of its own, takes the focus to its heading.
    const leaveStep = ({ target }: FocusEvent) => {
      if (target instanceof HTMLHeadingElement) giveUpRoom();
    };
    const observer = new ResizeObserver(fitRoom);
    observer.observe(area.current!);
    window.addEventListener('scrollend', fitRoom);
    window.addEventListener('focusin', leaveStep);
    navigation?.addEventListener('currententrychange', leavePage);
    return () => {
      observer.disconnect();
      window.removeEventListener('scrollend', fitRoom);
      window.removeEventListener('focusin', leaveStep);
      navigation?.removeEventListener('currententrychange', leavePage);
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
