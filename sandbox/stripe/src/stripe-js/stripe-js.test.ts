/// <reference lib="dom" />
import { compileFunction } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildStripeSandbox } from '../app.ts';
import type { FrameRequest, Result, Start } from './messages.ts';

type Call = (...args: unknown[]) => Promise<Result>;
interface FakeFrame {
  src: string;
  start: Start;
  isRemoved: boolean;
}

/** Runs the script in a fake page, whose frames answer with `respond`. */
async function loadStripe(respond: (request: FrameRequest) => object = () => ({})) {
  const app = buildStripeSandbox();
  onTestFinished(() => app.close());
  const frames: FakeFrame[] = [];
  const createElement = () => {
    let onLoad = () => {};
    const frame = {
      src: '',
      start: {} as Start,
      isRemoved: false,
      style: {},
      focus: () => {},
      addEventListener: (_name: string, listener: () => void) => (onLoad = listener),
      remove: () => (frame.isRemoved = true),
      contentWindow: {
        postMessage: (
          start: Start,
          { targetOrigin, transfer: [port] }: { targetOrigin: string; transfer: MessagePort[] },
        ) => {
          expect(targetOrigin).toBe('http://127.0.0.1:12111');
          frame.start = start;
          port!.onmessage = ({ data, ports }) => ports[0]!.postMessage(respond(data as FrameRequest));
        },
      },
      load: () => onLoad(),
    };
    frames.push(frame);
    return frame;
  };
  const body = { append: (frame: { load: () => void }) => frame.load() };
  const document = { createElement, body, currentScript: { src: 'http://127.0.0.1:12111/endive/stripe.js' } };
  const window: { Stripe?: ((key: string) => Record<string, Call>) & { version: string } } = {};
  const { body: script } = await app.inject('/endive/stripe.js');
  compileFunction(script, ['window', 'document', 'location'])(window, document, {
    origin: 'https://shop.example',
  });
  const Stripe = window.Stripe!;
  const stripe = Stripe('pk_test_sandbox');
  const elements = stripe.elements!({ mode: 'payment', amount: 1, currency: 'usd' }) as unknown as Record<
    string,
    Call
  >;
  const mount = (options = {}) => {
    const element = elements.create!('payment', options) as unknown as Record<string, Call>;
    void element.mount!(body);
    onTestFinished(() => void element.destroy!());
    return element;
  };
  return { Stripe, stripe, elements, frames, mount };
}

describe('a confirmation token', () => {
  it('[ELEMENT-01] is made once after each submit, by the Stripe object of the form', async () => {
    const requests: FrameRequest[] = [];
    const { Stripe, stripe, elements, frames, mount } = await loadStripe((request) => {
      requests.push(request);
      return { id: 'ctoken_1' };
    });
    const createToken = (by = stripe) => by.createConfirmationToken!({ elements });
    await expect(elements.submit!()).rejects.toThrow(/mounted Payment Element/);
    const element = mount();
    await expect(createToken()).rejects.toThrow(/submit\(\) must be called before/);
    await elements.submit!();
    await expect(createToken(Stripe('pk_live_sandbox'))).rejects.toThrow(/made by stripe.elements/);
    expect(await createToken()).toEqual({ confirmationToken: { id: 'ctoken_1' } });
    await expect(createToken()).rejects.toThrow(/again before each further token/);
    expect(requests.map(({ kind }) => kind)).toEqual(['submit', 'create_token']);
    expect(frames).toMatchObject([{ src: 'http://127.0.0.1:12111/frames/card#https://shop.example' }]);
    void element.destroy!();
    expect(frames).toMatchObject([{ isRemoved: true }]);
    expect(() => element.mount!({})).toThrow(/already been destroyed/);
  });

  it('[ELEMENT-01] is not made of incomplete fields', async () => {
    const result = { error: { type: 'validation_error' } };
    const { stripe, elements, mount } = await loadStripe(() => result);
    mount();
    expect(await elements.submit!()).toEqual(result);
    await expect(stripe.createConfirmationToken!({ elements })).rejects.toThrow(/submit\(\) must be called/);
  });
});

describe('the next action of an intent', () => {
  const clientSecret = 'pi_1_secret_2';

  it.each([
    [{ status: 'requires_capture' }, { paymentIntent: { status: 'requires_capture' } }],
    [{ status: 'requires_payment_method', last_payment_error: { code: 'x' } }, { error: { code: 'x' } }],
    [{ status: 'canceled' }, { error: { code: 'payment_intent_unexpected_state' } }],
    [{ error: { type: 'api_connection_error' } }, { error: { type: 'api_connection_error' } }],
  ])('[ELEMENT-02] that ends with %j resolves to %j', async (end, result) => {
    const { stripe, frames } = await loadStripe(({ kind }) =>
      kind === 'challenge' ? end : { status: 'requires_action' },
    );
    expect(await stripe.handleNextAction!({ clientSecret })).toMatchObject(result);
    const start = { publishableKey: 'pk_test_sandbox', clientSecret, intentId: 'pi_1' };
    expect(frames).toMatchObject([{ start, isRemoved: true }]);
  });

  it('[ELEMENT-02] is refused without a challenge, and an intent that cannot be read is an error', async () => {
    let intent: object = { status: 'requires_capture' };
    const { stripe } = await loadStripe(() => intent);
    await expect(stripe.handleNextAction!({ clientSecret })).rejects.toThrow(
      /not in the requires_action state/,
    );
    expect(await stripe.retrievePaymentIntent!(clientSecret)).toEqual({ paymentIntent: intent });
    intent = { error: { code: 'resource_missing' } };
    expect(await stripe.handleNextAction!({ clientSecret })).toEqual(intent);
    expect(await stripe.retrievePaymentIntent!(clientSecret)).toEqual(intent);
  });
});

it('is the release that the loader expects, and has what the React wrapper looks for', async () => {
  const { Stripe, stripe } = await loadStripe();
  expect(Stripe.version).toBe('endive');
  for (const name of ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment'])
    expect(stripe[name]).toBeTypeOf('function');
});

it.each(['card', 'challenge'])(
  '[ELEMENT-04] the %s frame has a strict policy, and any site may show it',
  async (name) => {
    const app = buildStripeSandbox();
    onTestFinished(() => app.close());
    const { body, headers } = await app.inject(`/frames/${name}`);
    expect(body).toContain('<!doctype html>');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors http: https:/);
    for (const [, path] of body.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await app.inject(path!)).statusCode).toBe(200);
    expect((await app.inject({ url: `/frames/${name}`, headers: { host: 'web.example' } })).statusCode).toBe(
      421,
    );
  },
);
