import { readFactor } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { Button, LoadingText } from '@fareline/ui-theme';
import { Alert, Dialog, DialogContent } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SignInAgain } from '../layout/sign-in-again.tsx';
import { FactorForm } from './factor-form.tsx';

/** What the session's second factor is and may be shown with. */
export const factorQueryOptions = {
  queryKey: [readFactor.path],
  queryFn: () => call(readFactor),
  retry: false,
  gcTime: 0,
  staleTime: Infinity,
};

/** Asks for the second factor; `onClose` is given whether it was shown. (GUARD-02) */
export default function FactorDialog({ onClose }: { onClose: (isShown: boolean) => void }) {
  const { data, error } = useQuery(factorQueryOptions);
  const [opener] = useState(() => document.activeElement);
  const [isOver, setOver] = useState(false);
  const cancel = (
    <Button variant="secondary" onClick={() => onClose(false)}>
      Cancel
    </Button>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose(false)}>
      <DialogContent
        title="Confirm that it is you"
        description="You signed in a while ago. Please show your second factor to go on."
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
        }}
      >
        {isOver ? (
          <SignInAgain />
        ) : data ? (
          <FactorForm kinds={data.kinds} onShown={() => onClose(true)} onSignInOver={() => setOver(true)}>
            {cancel}
          </FactorForm>
        ) : error ? (
          <Alert variant="destructive" action={cancel}>
            {getServerMessage(error) ?? 'Nothing answered. Please try again.'}
          </Alert>
        ) : (
          <LoadingText>Loading</LoadingText>
        )}
      </DialogContent>
    </Dialog>
  );
}
