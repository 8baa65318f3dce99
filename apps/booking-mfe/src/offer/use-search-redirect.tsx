import { dismissToast, toast } from '@fareline/ui-theme';
import { useCallback, useEffect, useRef } from 'react';

const redirectDelay = 4000;

/**
 * Returns a function that shows a toast and calls `onLeave` after 4 s, unless the traveller presses "Stay here".
 * (PAY-13, PAY-16, PAY-24)
 */
export function useSearchRedirect(onLeave: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback((title: string, description: string) => {
    // The first caller's reason stays; a later check with the same result would only replace its text.
    if (timer.current !== undefined) return;
    const stay = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
    const id = toast({
      title,
      description,
      variant: 'destructive',
      duration: redirectDelay,
      action: { label: 'Stay here', altText: 'Press Stay here to remain on this page', onPress: stay },
    });
    timer.current = setTimeout(() => {
      timer.current = undefined;
      dismissToast(id);
      leave.current();
    }, redirectDelay);
  }, []);
}
