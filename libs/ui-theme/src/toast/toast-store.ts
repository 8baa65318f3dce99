export interface ToastOptions {
  title: string;
  description?: string;
  /** A button; `altText` tells screen readers another way to do the same. */
  action?: { label: string; altText: string; onPress: () => void };
  variant?: 'default' | 'destructive';
  /** Milliseconds until the toast closes; `Infinity` keeps it open. */
  duration?: number;
}

export interface ToastState extends ToastOptions {
  id: string;
  open: boolean;
  duration: number;
  variant: 'default' | 'destructive';
}

const toastDuration = 5000;
const toastRemoveDelay = 1_000_000;

let current: ToastState | undefined;
let count = 0;
let removeTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setCurrent(next: ToastState | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, replaces the previous one and returns the new id. (TOAST-01 to TOAST-03) */
export function toast(options: ToastOptions): string {
  clearTimeout(removeTimer);
  count += 1;
  const id = String(count);
  setCurrent({ variant: 'default', duration: toastDuration, ...options, id, open: true });
  return id;
}

/** Closes a toast (the current one by default) and removes it after `toastRemoveDelay`. */
export function dismissToast(id = current?.id): void {
  if (!current || current.id !== id || !current.open) return;
  setCurrent({ ...current, open: false });
  clearTimeout(removeTimer);
  removeTimer = setTimeout(() => {
    if (current?.id === id) setCurrent(undefined);
  }, toastRemoveDelay);
}

/** The toast shown last, open or closed. */
export const currentToast = (): ToastState | undefined => current;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
