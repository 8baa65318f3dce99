import { Button, Card, ErrorState, Skeleton } from '@fareline/ui-theme';
import { StatedError } from '@fareline/contracts/client';
import type { CardForm } from '@fareline/contracts';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Appearance, Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import type { CardElement } from './authorise-payment.ts';

/** What the payment step does with the provider's form. */
export interface ElementHandle extends CardElement {
  /** Validates the fields; the message of an invalid one. Called in the click, because sheets of wallets need it. */
  validate(): Promise<string | undefined>;
}

type ElementSettings = Extract<CardForm, { kind: 'element' }>;

interface ElementFormProps {
  ref: Ref<ElementHandle>;
  settings: ElementSettings;
  /** A card was sent before, and its payment has no outcome: no other is taken. */
  isSent: boolean;
  /** The name of the button that pays. */
  button: string;
  currency: string;
  /** The cardholder's email address, where it is known. */
  email?: string | undefined;
}

/** By publishable key, because the provider's script has one object per key. */
const loading = new Map<string, Promise<Stripe | null>>();

async function load(publishableKey: string, scriptUrl: string | undefined): Promise<Stripe | null> {
  // The loader takes an object that is there already.
  if (scriptUrl && !('Stripe' in window)) await addScript(scriptUrl);
  return loadStripe(publishableKey);
}

const addScript = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${url} was not loaded`));
    });
    script.src = url;
    document.head.append(script);
  });

function loadOnce(publishableKey: string, scriptUrl: string | undefined): Promise<Stripe | null> {
  const found = loading.get(publishableKey);
  if (found) return found;
  const promise = load(publishableKey, scriptUrl);
  loading.set(publishableKey, promise);
  promise.catch(() => loading.delete(publishableKey));
  return promise;
}

/** The brand's colours as values, because variables do not reach into the provider's frame. */
function readAppearance(): Appearance {
  const style = getComputedStyle(document.body);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const variables = {
    colorPrimary: read('--color-primary'),
    colorText: read('--color-text'),
    colorBackground: read('--color-card'),
    colorDanger: read('--color-destructive'),
    fontFamily: style.fontFamily,
  };
  return { variables: Object.fromEntries(Object.entries(variables).filter(([, value]) => value)) };
}

/** The Payment Element: the provider's card form, whose fields are not part of this page. (ELEMENT-01, ELEMENT-02) */
export function ElementForm(props: ElementFormProps) {
  const { settings, currency } = props;
  const { publishableKey, scriptUrl, amount } = settings;
  const [stripe, setStripe] = useState<Stripe>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    loadOnce(publishableKey, scriptUrl).then(
      (loaded) => isCurrent && loaded && setStripe(loaded),
      (error: unknown) => {
        console.error('the card form was not loaded', error);
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [publishableKey, scriptUrl, attempt]);

  const options: StripeElementsOptionsMode = {
    mode: 'payment',
    amount,
    currency: currency.toLowerCase(),
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    appearance: readAppearance(),
    loader: 'never',
    locale: 'en',
  };
  return (
    <Card className="grid gap-4 p-5 lg:p-6">
      <h2 className="section-heading">Card</h2>
      {hasFailed ? (
        <ErrorState
          level={2}
          title="The card form could not be loaded"
          text="An extension or the network of this device may block it. Nothing was charged."
          action={
            <Button
              onClick={() => {
                setFailed(false);
                setStripe(undefined);
                setAttempt(attempt + 1);
              }}
            >
              Try Again
            </Button>
          }
        />
      ) : stripe ? (
        <Elements key={`${publishableKey} ${attempt}`} stripe={stripe} options={options}>
          <Fields {...props} onLoadError={() => setFailed(true)} />
        </Elements>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Card>
  );
}

const unavailable = 'The card form is not ready yet. Please try again.';

function Fields({ ref, isSent, button, email, onLoadError }: ElementFormProps & { onLoadError: () => void }) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isChallenged, setChallenged] = useState(false);

  useImperativeHandle(
    ref,
    () => ({
      async validate() {
        try {
          return elements ? (await elements.submit()).error?.message : unavailable;
        } catch (error) {
          // The script throws where it is used in a way that it does not expect.
          console.error('the card form was not read', error);
          return unavailable;
        }
      },
      async createToken() {
        if (!stripe || !elements) throw new StatedError(unavailable);
        const params = { payment_method_data: { billing_details: email === undefined ? {} : { email } } };
        const { confirmationToken, error } = await stripe.createConfirmationToken({ elements, params });
        if (!confirmationToken) throw new StatedError(error?.message ?? unavailable);
        return confirmationToken.id;
      },
      async showChallenge(clientSecret) {
        if (!stripe) throw new StatedError(unavailable);
        setChallenged(true);
        // What became of it is read by our service; the script may also throw.
        await stripe
          .handleNextAction({ clientSecret })
          .catch((error: unknown) => console.warn('the challenge was not shown', error));
        setChallenged(false);
      },
    }),
    [stripe, elements, email],
  );

  return (
    <>
      {isSent ? (
        <p>
          A card was sent for this, and its payment has no outcome yet. Press {button} to go on with that
          payment: nothing is paid twice.
        </p>
      ) : (
        <>
          {!isReady && <Skeleton className="h-40 w-full" />}
          <PaymentElement onReady={() => setReady(true)} onLoadError={onLoadError} />
        </>
      )}
      <p className="caption-text" role="status">
        {isChallenged && 'Your bank asks you to confirm this payment.'}
      </p>
    </>
  );
}
