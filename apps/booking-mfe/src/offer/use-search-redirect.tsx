import { dismissToast, toast } from '@fareline/ui-theme';
import { useCallback, useEffect, useRef } from 'react';

const delay = 4000;

/** A toast that announces the way back to the results in 4 s; "Stay here" stops it. (PAY-13, PAY-16, PAY-24, D48) */
export function useSearchRedirect(onLeave: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback((title: string, description: string) => {
    // Who found out first says why; another check that comes to the same says nothing new.
    if (timer.current !== undefined) return;
    const stay = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
    const id = toast({
      title,
      description,
      variant: 'destructive',
      duration: delay,
      action: { label: 'Stay here', altText: 'Press Stay here to remain on this page', onPress: stay },
    });
    timer.current = setTimeout(() => {
      timer.current = undefined;
      dismissToast(id);
      leave.current();
    }, delay);
  }, []);
}
