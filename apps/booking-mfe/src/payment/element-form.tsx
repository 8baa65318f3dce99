import { Button, Card, ErrorState, Skeleton, SlowNote, useIsSlow } from '@fareline/ui-theme';
import { StatedError } from '@fareline/contracts/client';
import type { CardForm } from '@fareline/contracts';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { pause, type CardElement } from './authorise-payment.ts';
import { readFonts, useAppearance } from './element-look.ts';
import { loadProvider } from './load-provider.ts';

/** What the payment step does with the provider's form. */
export interface ElementHandle extends CardElement {
  /** Validates the fields; the message of an invalid one. Called in the click, because sheets of wallets need it. */
  validate(): Promise<string | undefined>;
}

type ElementSettings = Extract<CardForm, { kind: 'element' }>;

interface ElementFormProps {
  /** Null until the form is ready. */
  ref: Ref<ElementHandle | null>;
  /** Undefined until the service has answered which form there is. */
  settings: ElementSettings | undefined;
  /** The service has refused to answer. */
  hasNoSettings: boolean;
  /** Asks the service anew. */
  onRestart: () => void;
  /** Called once the fields can be used, with the function that focuses the first. */
  onReady: (focus: () => void) => void;
  /** A card was sent before, and its payment has no outcome: there are no fields. */
  isSent: boolean;
  /** Shown in place of the fields. */
  children: ReactNode;
  currency: string;
  /** The cardholder's email address, where it is known. */
  email?: string | undefined;
}

/** After this long the form can be loaded anew; what was asked for before is still taken. */
const stuckAfterMs = 30_000;

/** The Payment Element: the provider's card form, whose fields are not part of this page. (ELEMENT-01, ELEMENT-02) */
export function ElementForm({
  settings,
  hasNoSettings,
  onRestart,
  currency,
  children,
  ...props
}: ElementFormProps) {
  const { publishableKey, scriptUrl } = settings ?? {};
  const [stripe, setStripe] = useState<Stripe>();
  const [hasFailed, setFailed] = useState(false);
  const [isReady, setReady] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (publishableKey === undefined) return;
    let isCurrent = true;
    loadProvider(publishableKey, scriptUrl, attempt).then(
      (loaded) => isCurrent && setStripe(loaded),
      (error: unknown) => {
        console.error('the card form was not loaded', error);
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [publishableKey, scriptUrl, attempt]);

  const loadAgain = () => {
    // The button that was pressed goes away.
    heading.current?.focus();
    setFailed(false);
    setStripe(undefined);
    setReady(false);
    setAttempt(attempt + 1);
    if (!settings) onRestart();
  };
  const appearance = useAppearance();
  const options = useMemo(
    () => settings && toOptions(settings, currency, appearance),
    [settings, currency, appearance],
  );
  const tryAgain = <Button onClick={loadAgain}>Try Again</Button>;
  return (
    <Card className="grid gap-4 p-5 lg:p-6">
      <h2 ref={heading} tabIndex={-1} className="section-heading outline-offset-4">
        Card
      </h2>
      {hasFailed || hasNoSettings ? (
        <ErrorState
          level={2}
          title="The card form could not be loaded"
          text={
            hasNoSettings
              ? 'Nothing was charged. Please try again.'
              : 'An extension or the network of this device may block it. Nothing was charged.'
          }
          action={tryAgain}
        />
      ) : (
        <>
          {children}
          {!isReady && <LoadingForm key={attempt} tryAgain={tryAgain} />}
          {stripe && options && (
            <Elements key={`${publishableKey} ${attempt}`} stripe={stripe} options={options}>
              <Fields
                {...props}
                isReady={isReady}
                onReady={(focus) => {
                  setReady(true);
                  props.onReady(focus);
                }}
                onLoadError={() => setFailed(true)}
              />
            </Elements>
          )}
        </>
      )}
    </Card>
  );
}

const toOptions = (
  { amount }: ElementSettings,
  currency: string,
  appearance: Appearance,
): StripeElementsOptionsMode => ({
  mode: 'payment',
  amount,
  currency: currency.toLowerCase(),
  captureMethod: 'manual',
  allowedPaymentMethodTypes: ['card'],
  appearance,
  fonts: readFonts(),
  loader: 'never',
  locale: 'en',
});

/** One wait for the kind of form, the provider's script and the fields that it draws. (CARE-05) */
function LoadingForm({ tryAgain }: { tryAgain: ReactNode }) {
  const isStuck = useIsSlow(stuckAfterMs);
  return (
    <div className="grid justify-items-start gap-3">
      <SlowNote />
      {isStuck && tryAgain}
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

const unavailable = 'The form above does not answer. Nothing was charged. Please try again.';

/** For what needs no answer of the traveller. */
async function withinLimit<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = pause(stuckAfterMs).then(() => {
    throw new StatedError(unavailable);
  });
  return Promise.race([answer, late]);
}

interface FieldsProps extends Pick<ElementFormProps, 'ref' | 'email' | 'isSent' | 'onReady'> {
  isReady: boolean;
  onLoadError: () => void;
}

function Fields({ ref, email, isReady, isSent, onReady, onLoadError }: FieldsProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isChallenged, setChallenged] = useState(false);
  useEffect(() => {
    if (isSent && !isReady) onReady(() => undefined);
  });

  useImperativeHandle<ElementHandle | null, ElementHandle | null>(
    ref,
    () =>
      isReady && stripe && elements
        ? {
            async validate() {
              try {
                return (await elements.submit()).error?.message;
              } catch (error) {
                // The script throws where it is used in a way that it does not expect.
                console.error('the card form was not read', error);
                return unavailable;
              }
            },
            async createToken() {
              const params = {
                payment_method_data: { billing_details: email === undefined ? {} : { email } },
              };
              const { confirmationToken, error } = await withinLimit(
                stripe.createConfirmationToken({ elements, params }),
              );
              if (!confirmationToken) throw new StatedError(error?.message ?? unavailable);
              return confirmationToken.id;
            },
            async showChallenge(clientSecret) {
              setChallenged(true);
              // What became of it is read by our service; the script may also throw.
              await stripe
                .handleNextAction({ clientSecret })
                .catch((error: unknown) => console.warn('the challenge was not shown', error));
              setChallenged(false);
            },
          }
        : null,
    [stripe, elements, email, isReady],
  );

  return (
    <>
      {!isSent && (
        <PaymentElement onReady={(element) => onReady(() => element.focus())} onLoadError={onLoadError} />
      )}
      <p className="caption-text" role="status">
        {isChallenged && 'Your bank asks you to confirm this payment.'}
      </p>
    </>
  );
}
