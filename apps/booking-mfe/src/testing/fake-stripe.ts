import { vi } from 'vitest';

interface Token {
  confirmationToken?: { id: string };
  error?: { message: string };
}

interface Outcomes {
  /** What the form waits for before it is ready. */
  ready?: Promise<void>;
  submit?: { error?: { message: string } } | Error;
  token?: Token | Promise<Token>;
  /** What happens while the challenge is shown. */
  onChallenge?: (clientSecret: string) => void | Promise<void>;
}

/** The card provider's script, as far as the page uses it: its form has one field, and calls are recorded. Its loader keeps the first one. */
export function installFakeStripe() {
  let outcomes: Outcomes = {};
  let calls: { name: string; argument?: unknown }[] = [];
  const record = (name: string, argument?: unknown) => calls.push({ name, argument });

  function createElement() {
    const handlers: Record<string, () => void> = {};
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'Card number of the provider');
    return {
      on: (event: string, handler: () => void) => void (handlers[event] = handler),
      off: () => undefined,
      once: () => undefined,
      update: () => undefined,
      destroy: () => field.remove(),
      focus: () => field.focus(),
      mount: (node: HTMLElement) =>
        void (outcomes.ready ?? Promise.resolve()).then(() =>
          setTimeout(() => {
            if (!node.isConnected) return;
            node.append(field);
            handlers.ready?.();
          }),
        ),
    };
  }

  vi.stubGlobal('Stripe', (publishableKey: string) => {
    record('Stripe', publishableKey);
    return {
      ...{ createToken: vi.fn(), createPaymentMethod: vi.fn(), confirmCardPayment: vi.fn() },
      elements: (options: unknown) => {
        record('elements', options);
        const element = createElement();
        return {
          create: () => element,
          getElement: () => element,
          update: (changed: unknown) => record('update', changed),
          submit: () => {
            record('submit');
            return outcomes.submit instanceof Error
              ? Promise.reject(outcomes.submit)
              : Promise.resolve(outcomes.submit ?? {});
          },
        };
      },
      createConfirmationToken: ({ params }: { params: unknown }) => {
        record('createConfirmationToken', params);
        return Promise.resolve(outcomes.token ?? { confirmationToken: { id: 'ctoken_1' } });
      },
      handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
        record('handleNextAction', clientSecret);
        await outcomes.onChallenge?.(clientSecret);
        return {};
      },
    };
  });
  return {
    list: (name: string) => calls.filter((call) => call.name === name).map(({ argument }) => argument),
    /** Starts a test: without calls, and with these outcomes. */
    reset: (next: Outcomes = {}) => {
      outcomes = next;
      calls = [];
    },
  };
}
