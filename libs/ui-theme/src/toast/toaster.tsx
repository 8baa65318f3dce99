import { Toast } from 'radix-ui';
import { useSyncExternalStore, type ComponentProps } from 'react';
import { X } from 'lucide-react';
import { currentToast, dismissToast, subscribeToToasts } from './toast-store.ts';

/** Where toasts appear; the shell has one. F8 moves the focus here, a swipe to the right closes. (TOAST-04, TOAST-05) */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast, () => undefined);
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
              <Toast.Description className="ui-toast__description">{toast.description}</Toast.Description>
            )}
          </div>
          {toast.action}
          <Toast.Close className="ui-icon-button" aria-label="Close">
            <X aria-hidden size={16} strokeWidth={1.5} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="ui-toast-viewport" />
    </Toast.Provider>
  );
}

/** The button of a toast; `altText` says how to do the same elsewhere. */
export function ToastAction(props: ComponentProps<typeof Toast.Action>) {
  return <Toast.Action className="ui-button" data-variant="secondary" data-size="small" {...props} />;
}
