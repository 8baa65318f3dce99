import { Button, toast } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useEffect, useRef, useState } from 'react';
import { abandonChallenge } from './authorise-payment.ts';

interface WaitingPaymentProps {
  /** How the payment goes on. */
  text: string;
  disabled?: boolean;
  /** The payment is ended; `message` says so. */
  onAbandoned: (message: string) => void;
}

/** A payment whose bank asks the cardholder, in sight and with the focus: it goes on, or another card is used. (ELEMENT-02) */
export function WaitingPayment({ text, disabled, onAbandoned }: WaitingPaymentProps) {
  const area = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // After the heading of the page or the step, which takes the focus when it is new.
    const timer = setTimeout(() => area.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const abandon = async () => {
    setBusy(true);
    const { isEnded, message } = await abandonChallenge();
    setBusy(false);
    if (isEnded) onAbandoned(message);
    else toast({ title: 'Payment Not Stopped', description: message, variant: 'destructive' });
  };
  return (
    <Alert
      ref={area}
      tabIndex={-1}
      title="Your payment is waiting"
      action={
        <Button variant="secondary" loading={isBusy} disabled={disabled} onClick={() => void abandon()}>
          Use Another Card
        </Button>
      }
    >
      {text} Nothing is charged before that, and nothing is paid twice.
    </Alert>
  );
}
