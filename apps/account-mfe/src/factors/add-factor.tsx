import {
  addFactor,
  prepareFactor,
  type AddedFactor,
  type FactorKind,
  type FactorPreparation,
} from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { appFormSchema, passkeyFormSchema } from '@fareline/contracts/schemas';
import { Button } from '@fareline/ui-theme';
import { Alert, CopyButton, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { FormButtons } from '../forms/form-buttons.tsx';
import { markRefusedField } from '../forms/mark-refused-field.ts';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { TextField } from '../forms/text-field.tsx';
import { describeFactorFailure, isSignInOver } from './factor-failure.ts';
import { createPasskey, hasPasskeys } from './passkey.ts';
import { QrCode } from './qr-code.tsx';

interface AddFactorProps {
  /** Of the link with which a first factor is set up. */
  token?: string | undefined;
  onAdded: (added: AddedFactor) => void;
  /** The sign-in has to begin anew, because its five minutes are over. */
  onOver?: () => void;
  /** Runs the request that begins it, and may ask for the password or a factor before. */
  begin?: <T>(action: () => Promise<T>) => Promise<T>;
}

/** Adds a passkey or an app as a second factor. (GUARD-09) */
export function AddFactor({
  token,
  onAdded,
  onOver = () => undefined,
  begin = (action) => action(),
}: AddFactorProps) {
  const [kind, setKind] = useState<FactorKind>();
  const prepare = useMutation({
    mutationFn: () => begin(() => call(prepareFactor, { body: { token } })),
    onError: (failure) => isSignInOver(failure) && onOver(),
  });
  const choose = (chosen: FactorKind) => {
    setKind(chosen);
    prepare.mutate();
  };
  const cancel = () => {
    setKind(undefined);
    prepare.reset();
  };
  if (kind && prepare.data) {
    const part = { preparation: prepare.data, token, onAdded, onOver, onCancel: cancel };
    return kind === 'passkey' ? <PasskeyForm {...part} /> : <AppForm {...part} />;
  }
  return (
    <div className="grid gap-3">
      {prepare.error && <Alert variant="destructive">{describeFactorFailure(prepare.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        {hasPasskeys() && (
          <Button loading={kind === 'passkey' && prepare.isPending} onClick={() => choose('passkey')}>
            Add a passkey
          </Button>
        )}
        <Button
          variant="secondary"
          loading={kind === 'totp' && prepare.isPending}
          onClick={() => choose('totp')}
        >
          Add an app for codes
        </Button>
      </div>
    </div>
  );
}

interface PartProps {
  preparation: FactorPreparation;
  token: string | undefined;
  onAdded: (added: AddedFactor) => void;
  onOver: () => void;
  onCancel: () => void;
}

const nameHint = 'How you will recognise it later';

function PasskeyForm({ preparation, token, onAdded, onOver, onCancel }: PartProps) {
  const form = useForm({ defaultValues: { name: '' }, resolver: schemaResolver(passkeyFormSchema) });
  useEffect(() => form.setFocus('name'), [form]);
  const add = useMutation({
    mutationFn: ({ name }: { name: string }) => createPasskey(preparation, name, token),
    onSuccess: onAdded,
    onError: (failure) => isSignInOver(failure) && onOver(),
  });
  return (
    <FormProvider {...form}>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => add.mutate(values))}>
        <TextField name="name" label="Name of the passkey" hint={nameHint} autoComplete="off" />
        <p className="caption-text">
          Then your browser asks where to keep it: on this device, on a phone, or on a security key.
        </p>
        {add.error && <Alert variant="destructive">{describeFactorFailure(add.error)}</Alert>}
        <AddButtons request={add} label="Create the passkey" onCancel={onCancel} />
      </form>
    </FormProvider>
  );
}

function AppForm({ preparation: { secret, uri }, token, onAdded, onOver, onCancel }: PartProps) {
  const form = useForm({ defaultValues: { name: '', code: '' }, resolver: schemaResolver(appFormSchema) });
  useEffect(() => form.setFocus('name'), [form]);
  const add = useMutation({
    mutationFn: ({ name, code }: { name: string; code: string }) =>
      call(addFactor, { body: { kind: 'totp', name, token, secret, code } }),
    onSuccess: onAdded,
    onError: (failure) => {
      if (isSignInOver(failure)) onOver();
      if (markRefusedField(form, failure, { FACTOR_REFUSED: 'code' })) return;
      form.setError('code', { message: describeFactorFailure(failure) }, { shouldFocus: true });
    },
  });
  return (
    <FormProvider {...form}>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => add.mutate(values))}>
        <p>Scan this with an app for codes on your phone, such as the one that your company uses.</p>
        <QrCode text={uri} label="Picture of the secret for your app" />
        <div className="flex flex-wrap items-center gap-3">
          <span className="caption-text">Without a camera, type this into the app:</span>
          <code className="break-all">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          <CopyButton value={secret} label="Copy the secret" />
        </div>
        <TextField name="name" label="Name of the app" hint={nameHint} autoComplete="off" />
        <TextField
          name="code"
          label="Code from your app"
          hint="Six digits, which change every 30 seconds"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <AddButtons request={add} label="Add the app" onCancel={onCancel} />
      </form>
    </FormProvider>
  );
}

interface AddButtonsProps {
  request: { isPending: boolean; error: unknown };
  label: string;
  onCancel: () => void;
}

const AddButtons = ({ request, label, onCancel }: AddButtonsProps) => (
  <FormButtons>
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
    <SubmitButton request={request} waitTitle="Not added">
      {label}
    </SubmitButton>
  </FormButtons>
);
