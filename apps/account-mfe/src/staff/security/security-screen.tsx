import {
  listFactors,
  removeFactor,
  replaceRecoveryCodes,
  type AddedFactor,
  type Factors,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { formatInstant } from '@fareline/presentation/formats';
import { Button, Card, Sentence, Skeleton, SlowNote, toast } from '@fareline/ui-theme';
import { Alert, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { isConfirmationRequired, useConfirmation } from '../../confirm-password/use-confirmation.tsx';
import { AddFactor } from '../../factors/add-factor.tsx';
import { RecoveryCodes } from '../../factors/recovery-codes.tsx';
import { LoadFailure } from '../../failures/load-failure.tsx';
import { showFailure } from '../../forms/show-failure.ts';
import { OwnSessions } from '../../settings/own-sessions.tsx';
import { StaffPage } from '../layout/staff-page.tsx';
import { factorsQueryOptions } from './factors-query.ts';

/** `/admin/security`: the second factors of the signed-in member of staff, and where they are signed in. (GUARD-03, GUARD-07, GUARD-09) */
export function Component() {
  // What is above it is loaded, so that it does not move.
  const { isFetched } = useQuery(factorsQueryOptions);
  return (
    <StaffPage title="Sign-in security">
      <h1 className="page-heading mb-6">Sign-in security</h1>
      <div className="grid max-w-2xl gap-6">
        <SecurityContent />
        <div hidden={!isFetched}>
          <OwnSessions />
        </div>
      </div>
    </StaffPage>
  );
}

function SecurityContent() {
  const { data, error, isFetching, refetch } = useQuery(factorsQueryOptions);
  if (data) return <OwnFactors factors={data} />;
  if (error)
    return (
      <LoadFailure
        failure={error}
        title="Your second factors could not be loaded"
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      <SlowNote />
      <Skeleton className="h-64 w-full" />
    </>
  );
}

function OwnFactors({ factors: { factors, recoveryCodesLeft, isRequired } }: { factors: Factors }) {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const { withConfirmation, dialog } = useConfirmation();
  const reload = () => queryClient.invalidateQueries({ queryKey: [listFactors.path] });
  const onAdded = ({ recoveryCodes }: AddedFactor) => {
    toast({ title: 'Second factor added' });
    if (recoveryCodes) setCodes(recoveryCodes);
    void reload();
  };
  const remove = useMutation({
    mutationFn: (id: string) => withConfirmation(() => call(removeFactor, { params: { id } })),
    onSuccess: () => {
      toast({ title: 'Second factor removed' });
      return reload();
    },
    onError: (failure) => isConfirmationRequired(failure) || showFailure(failure, 'Not removed'),
  });
  const replace = useMutation({
    mutationFn: () => withConfirmation(() => call(replaceRecoveryCodes, { body: {} })),
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes);
      return reload();
    },
    onError: (failure) => isConfirmationRequired(failure) || showFailure(failure, 'No new codes'),
  });
  const isOnly = isRequired && factors.length === 1;
  return (
    <div className="grid gap-6">
      {codes && (
        <Card className="p-6">
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        </Card>
      )}
      <Card className="grid gap-5 p-6">
        <header className="grid gap-1">
          <h2 className="section-heading">Second factors</h2>
          <p className="caption-text">
            You are asked for one of them when you sign in, and before sensitive actions. A stolen password
            alone opens nothing then.
          </p>
        </header>
        {factors.length === 0 ? (
          <Alert variant="warning">You have none yet: whoever knows your password can act as you.</Alert>
        ) : (
          <ul className="divide-line grid divide-y">
            {factors.map((factor) => (
              <FactorItem
                key={factor.id}
                factor={factor}
                isOnly={isOnly}
                isRemoving={remove.isPending && remove.variables === factor.id}
                onRemove={() => remove.mutate(factor.id)}
              />
            ))}
          </ul>
        )}
        <AddFactor key={factors.length} onAdded={onAdded} begin={withConfirmation} />
      </Card>
      {factors.length > 0 && (
        <Card className="grid gap-4 p-6">
          <h2 className="section-heading">Recovery codes</h2>
          <p>
            {recoveryCodesLeft === 0
              ? 'You have no recovery codes left.'
              : `You have ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? 'code' : 'codes'} left.`}{' '}
            New ones replace those that you have.
          </p>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              replace.mutate();
            }}
          >
            <SubmitButton variant="secondary" request={replace} waitTitle="No new codes">
              Make new codes
            </SubmitButton>
          </form>
        </Card>
      )}
      {dialog}
    </div>
  );
}

interface FactorItemProps {
  factor: Factors['factors'][number];
  isOnly: boolean;
  isRemoving: boolean;
  onRemove: () => void;
}

function FactorItem({
  factor: { kind, name, createdAt, lastUsedAt },
  isOnly,
  isRemoving,
  onRemove,
}: FactorItemProps) {
  const Icon = kind === 'passkey' ? KeyRound : Smartphone;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Icon size={20} className="shrink-0" />
      <div className="min-w-0 grow">
        <p className="font-semibold break-words">{name}</p>
        <p className="caption-text">
          <Sentence>
            {[
              kind === 'passkey' ? 'Passkey' : 'App for codes',
              `added ${formatInstant(createdAt)}`,
              ...(lastUsedAt ? [`last used ${formatInstant(lastUsedAt)}`] : []),
            ].join(', ')}
          </Sentence>
        </p>
      </div>
      {isOnly ? (
        <p className="caption-text">Add another one to remove it</p>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Remove ${name}`}
          loading={isRemoving}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
