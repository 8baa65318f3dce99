import { toast } from '@fareline/ui-theme';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';

/** Runs one payment at a time: until it is finished, a second press does nothing, and Back stays on the page. (PAY-10) */
export function useOnePayment() {
  const [isBusy, setBusy] = useState(false);
  // A ref, because a second press before the next render must see it.
  const isRunning = useRef(false);
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && isRunning.current);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    toast({
      title: 'Your payment is on its way',
      description: 'Please stay on this page until it is finished.',
    });
  }, [blocker]);
  return {
    isBusy,
    /** Undefined for the second press. `pay` must not throw. */
    async run<Outcome>(pay: () => Promise<Outcome>): Promise<Outcome | undefined> {
      if (isRunning.current) return undefined;
      isRunning.current = true;
      setBusy(true);
      const outcome = await pay();
      isRunning.current = false;
      setBusy(false);
      return outcome;
    },
  };
}
