/// <reference lib="dom" />
import { checkKey, IntegrationError, parseClientSecret } from './check-options.ts';
import { Elements } from './elements.ts';
import type { Result } from './messages.ts';
import { openFrame } from './open-frame.ts';

/** Covers the page, as the pages of the banks do. */
const overlay = { display: 'block', position: 'fixed', inset: '0', height: '100%', zIndex: '2147483647' };

/** Opens the frame that knows an intent, which is seen only while it shows a challenge. */
function openIntent(call: string, publishableKey: string, clientSecret: unknown) {
  const intentId = parseClientSecret(call, clientSecret);
  return openFrame({
    path: 'challenge',
    title: 'Secure authentication frame',
    parent: document.body,
    style: { display: 'none' },
    start: { publishableKey, clientSecret: String(clientSecret), intentId },
  });
}

const toResult = (answer: Result): Result => (answer.error ? answer : { paymentIntent: answer });

/** The result of an intent after its challenge: paid, or why not. */
function toOutcome(intent: Result): Result {
  if (intent.error || ['requires_capture', 'succeeded', 'processing'].includes(String(intent.status)))
    return toResult(intent);
  const reason = intent.last_payment_error ?? {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `The PaymentIntent has the status ${String(intent.status)}.`,
  };
  return { error: { ...(reason as object), payment_intent: intent } };
}

const refuse = (name: string) => () => {
  throw new IntegrationError(`stripe.${name}() is not offered here.`);
};

function Stripe(publishableKey: string) {
  checkKey(publishableKey);
  return {
    elements: (options: ConstructorParameters<typeof Elements>[1]) => new Elements(publishableKey, options),

    createConfirmationToken: async ({ elements, params }: { elements: unknown; params?: object }) => {
      if (!(elements instanceof Elements) || elements.publishableKey !== publishableKey)
        throw new IntegrationError(
          'Invalid value for stripe.createConfirmationToken(): elements should be made by stripe.elements().',
        );
      const token = await elements.createToken(params);
      return token.error ? token : { confirmationToken: token };
    },

    retrievePaymentIntent: async (clientSecret: unknown): Promise<Result> => {
      const frame = openIntent('stripe.retrievePaymentIntent()', publishableKey, clientSecret);
      const intent = await frame.ask({ kind: 'read_intent' });
      frame.remove();
      return toResult(intent);
    },

    handleNextAction: async (options: { clientSecret?: unknown } | undefined): Promise<Result> => {
      const frame = openIntent('stripe.handleNextAction()', publishableKey, options?.clientSecret);
      try {
        const intent = await frame.ask({ kind: 'read_intent' });
        if (intent.error) return intent;
        if (intent.status !== 'requires_action')
          throw new IntegrationError(
            'handleNextAction: The PaymentIntent supplied is not in the requires_action state.',
          );
        Object.assign(frame.element.style, overlay);
        frame.element.focus();
        return toOutcome(await frame.ask({ kind: 'challenge' }));
      } finally {
        frame.remove();
      }
    },

    // The React wrapper takes an object for Stripe's only if it has these.
    createToken: refuse('createToken'),
    createPaymentMethod: refuse('createPaymentMethod'),
    confirmCardPayment: refuse('confirmCardPayment'),

    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

Stripe.version = 'endive';
Object.assign(window, { Stripe });
