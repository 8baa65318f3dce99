import type { AddedFactor, User } from '@fareline/contracts';
import { getServerMessage } from '@fareline/contracts/client';
import { LoadingText } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddFactor } from '../factors/add-factor.tsx';
import { factorQueryOptions } from '../factors/factor-dialog.tsx';
import { isSignInOver } from '../factors/factor-failure.ts';
import { FactorForm } from '../factors/factor-form.tsx';
import { RecoveryCodes } from '../factors/recovery-codes.tsx';

export interface FactorStepProps {
  /** Of the link with which a first factor is set up. */
  setUpToken: string | undefined;
  onDone: (user: User) => void;
  /** The sign-in has to begin anew. */
  onOver: () => void;
}

/** The second step of the sign-in of staff: shows a second factor, or sets up the first one by a link. (GUARD-03, GUARD-09) */
export default function FactorStep({ setUpToken, onDone, onOver }: FactorStepProps) {
  const { data, error } = useQuery(factorQueryOptions);
  const [added, setAdded] = useState<AddedFactor>();
  if (added?.recoveryCodes)
    return <RecoveryCodes codes={added.recoveryCodes} onKept={() => onDone(added.user)} />;
  if (error)
    return (
      <Alert variant="destructive">
        {isSignInOver(error)
          ? 'This took too long. Please load the page and sign in again.'
          : (getServerMessage(error) ?? 'Nothing answered. Please load the page and sign in again.')}
      </Alert>
    );
  if (!data) return <LoadingText>Loading</LoadingText>;
  if (data.kinds.length > 0)
    return (
      <>
        <FactorForm kinds={data.kinds} onShown={onDone} onSignInOver={onOver} />
        <p className="caption-text">
          You have none of these any more? An operator of the site can make a link that sets up a new one.
        </p>
      </>
    );
  if (!setUpToken)
    return (
      <Alert variant="warning" title="Your account has no second factor yet">
        Staff sign in with a passkey or an app for codes. Please ask where your account was made for the link
        that sets one up.
      </Alert>
    );
  return (
    <div className="grid gap-4">
      <p>
        Staff sign in with a second factor, so that a stolen password opens nothing. A passkey is the safest;
        an app for codes works on every phone.
      </p>
      <p className="caption-text">
        You have five minutes for it; after that, sign in again with your password.
      </p>
      <AddFactor token={setUpToken} onAdded={setAdded} onOver={onOver} />
    </div>
  );
}
