import { showFactor, type FactorState, type User } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { appCodeFormSchema, recoveryCodeFormSchema } from '@fareline/contracts/schemas';
import { Button } from '@fareline/ui-theme';
import { Alert, getWaitSeconds, SubmitButton } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { FormButtons } from '../forms/form-buttons.tsx';
import { markRefusedField } from '../forms/mark-refused-field.ts';
import { schemaResolver } from '../forms/schema-resolver.ts';
import { TextField } from '../forms/text-field.tsx';
import { describeFactorFailure, isSignInOver } from './factor-failure.ts';
import { showPasskey } from './passkey.ts';

type Kind = FactorState['kinds'][number];

const ways: Record<Kind, string> = {
  passkey: 'Use a passkey',
  totp: 'Use a code from your app',
  recovery: 'Use a recovery code',
};

interface FactorFormProps {
  kinds: readonly Kind[];
  onShown: (user: User) => void;
  /** The five minutes for the second factor are over. */
  onSignInOver: () => void;
  /** Beside the button. */
  children?: ReactNode;
}

/** Asks for a second factor, by the way that the user chooses of those that they have. (GUARD-03, GUARD-09) */
export function FactorForm({ kinds, onShown, onSignInOver, children }: FactorFormProps) {
  const [kind, setKind] = useState(kinds[0] ?? 'recovery');
  const part = { onShown, onSignInOver, children };
  return (
    <div className="grid gap-4">
      {kind === 'passkey' ? <PasskeyPart {...part} /> : <CodePart key={kind} kind={kind} {...part} />}
      <ul className="grid gap-1">
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <li key={other}>
              <Button variant="link" size="small" onClick={() => setKind(other)}>
                {ways[other]}
              </Button>
            </li>
          ))}
      </ul>
    </div>
  );
}

type PartProps = Omit<FactorFormProps, 'kinds'>;

function PasskeyPart({ onShown, onSignInOver, children }: PartProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const show = useMutation({
    mutationFn: showPasskey,
    onSuccess: ({ user }) => onShown(user),
    onError: (failure) => isSignInOver(failure) && onSignInOver(),
  });
  return (
    <div className="grid gap-4">
      <p>Your browser asks for the passkey of this account: a fingerprint, a PIN or a security key.</p>
      {show.error && !isSignInOver(show.error) && (
        <Alert variant="destructive">{describeFactorFailure(show.error)}</Alert>
      )}
      <FormButtons>
        {children}
        <Button ref={button} loading={show.isPending} onClick={() => show.mutate()}>
          <KeyRound size={18} /> {ways.passkey}
        </Button>
      </FormButtons>
    </div>
  );
}

const fields = {
  totp: {
    label: 'Code from your app',
    hint: 'Six digits, which change every 30 seconds',
    props: { inputMode: 'numeric', autoComplete: 'one-time-code' },
    schema: appCodeFormSchema,
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the ten that you kept; each works once',
    props: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    schema: recoveryCodeFormSchema,
  },
} as const;

function CodePart({ kind, onShown, onSignInOver, children }: PartProps & { kind: 'totp' | 'recovery' }) {
  const { label, hint, props, schema } = fields[kind];
  const form = useForm({ defaultValues: { code: '' }, resolver: schemaResolver(schema) });
  useEffect(() => form.setFocus('code'), [form]);
  const show = useMutation({
    mutationFn: ({ code }: { code: string }) => call(showFactor, { body: { kind, code } }),
    onSuccess: ({ user }) => onShown(user),
    onError: (failure) => {
      if (isSignInOver(failure)) return onSignInOver();
      if (getWaitSeconds(failure) > 0 || markRefusedField(form, failure, { FACTOR_REFUSED: 'code' })) return;
      form.setError('code', { message: describeFactorFailure(failure) }, { shouldFocus: true });
    },
  });
  return (
    <FormProvider {...form}>
      <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => show.mutate(values))}>
        <TextField name="code" label={label} hint={hint} {...props} />
        <FormButtons>
          {children}
          <SubmitButton request={show} waitTitle="Not confirmed">
            Confirm
          </SubmitButton>
        </FormButtons>
      </form>
    </FormProvider>
  );
}
