/// <reference lib="dom" />
import {
  checkElementsOptions,
  checkElementsUpdate,
  checkPaymentElementOptions,
  checkTokenParams,
  IntegrationError,
} from './check-options.ts';
import type { Appearance, FontSource, FrameEvent, FrameRequest, Result } from './messages.ts';
import { openFrame, type Frame } from './open-frame.ts';

const EVENTS = ['ready', 'change', 'focus', 'blur', 'escape', 'loaderror', 'loaderstart'];

type Listener = (event: object) => void;

interface TokenParams {
  payment_method_data?: object;
  return_url?: string;
}

/** The Payment Element: fields of a card in a frame. */
class PaymentElement {
  #listeners: { name: string; listener: Listener; isOnce: boolean }[] = [];
  #elements: Elements;
  #frame: Frame | undefined;
  #isDestroyed = false;

  constructor(elements: Elements, options: object) {
    checkPaymentElementOptions(options);
    this.#elements = elements;
  }

  mount(target: string | Element): void {
    if (this.#isDestroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
    const parent = typeof target === 'string' ? document.querySelector(target) : target;
    if (!parent)
      throw new IntegrationError(
        `The selector you specified (${String(target)}) applies to no DOM elements.`,
      );
    this.unmount();
    const { publishableKey, options } = this.#elements;
    this.#frame = openFrame({
      path: 'card',
      title: 'Secure payment input frame',
      parent,
      style: { display: 'block', height: '0' },
      start: { publishableKey, appearance: options.appearance, fonts: options.fonts },
      onEvent: (event) => this.#handle(event),
    });
    if (options.loader !== 'never') queueMicrotask(() => this.#emit('loaderstart'));
  }

  unmount(): void {
    this.#frame?.remove();
    this.#frame = undefined;
  }

  destroy(): void {
    this.unmount();
    this.#isDestroyed = true;
    this.#elements.forget(this);
  }

  update(options: object): this {
    checkPaymentElementOptions(options);
    return this;
  }

  focus(): void {
    this.#frame?.element.focus();
    this.tell('focus');
  }

  blur(): void {
    this.tell('blur');
  }

  /** Tells the frame, if there is one, what needs no answer. */
  tell(kind: 'appearance' | 'focus' | 'blur'): void {
    void this.#frame?.ask({ kind, appearance: this.#elements.options.appearance });
  }

  on(name: string, listener: Listener, isOnce = false): this {
    if (!EVENTS.includes(name)) throw new IntegrationError(`${name} is not an event of a payment Element.`);
    this.#listeners.push({ name, listener, isOnce });
    return this;
  }

  once(name: string, listener: Listener): this {
    return this.on(name, listener, true);
  }

  off(name: string, listener?: Listener): this {
    this.#listeners = this.#listeners.filter(
      (each) => each.name !== name || (listener && each.listener !== listener),
    );
    return this;
  }

  /** Asks the frame; throws when there is none. */
  ask(request: FrameRequest): Promise<Result> {
    if (!this.#frame)
      throw new IntegrationError('Invalid value for elements: it should have a mounted Payment Element.');
    return this.#frame.ask(request);
  }

  #handle({ kind, height, details }: FrameEvent): void {
    if (kind !== 'resize') this.#emit(kind, details);
    else if (this.#frame) this.#frame.element.style.height = `${height}px`;
  }

  #emit(name: string, details: object = {}): void {
    for (const each of this.#listeners.filter((listener) => listener.name === name)) {
      if (each.isOnce) this.#listeners = this.#listeners.filter((listener) => listener !== each);
      each.listener({ elementType: 'payment', ...details });
    }
  }
}

interface ElementsOptions {
  currency: string;
  appearance?: Appearance;
  fonts?: FontSource[];
  loader?: string;
}

/** The form of one payment whose intent the server makes later. */
export class Elements {
  readonly publishableKey: string;
  options: ElementsOptions;
  #element: PaymentElement | null = null;
  #isSubmitted = false;

  constructor(publishableKey: string, options: ElementsOptions) {
    checkElementsOptions(options);
    this.publishableKey = publishableKey;
    this.options = options;
  }

  create(type: string, options: object = {}): PaymentElement {
    if (type !== 'payment') throw new IntegrationError(`${type} is not an Element that is offered here.`);
    if (this.#element) throw new IntegrationError('Can only create one Element of type payment.');
    this.#element = new PaymentElement(this, options);
    return this.#element;
  }

  getElement(type: string): PaymentElement | null {
    return type === 'payment' ? this.#element : null;
  }

  forget(element: PaymentElement): void {
    if (this.#element === element) this.#element = null;
  }

  async update(options: Partial<ElementsOptions>): Promise<void> {
    checkElementsUpdate(options);
    this.options = { ...this.options, ...options };
    if (options.appearance) this.#element?.tell('appearance');
  }

  async fetchUpdates(): Promise<object> {
    throw new IntegrationError('elements.fetchUpdates() is only for elements with a client secret.');
  }

  async submit(): Promise<Result> {
    const result = await this.#getElement().ask({ kind: 'submit' });
    this.#isSubmitted = !result.error;
    return result;
  }

  /** Makes a confirmation token of what was submitted, once. */
  async createToken(params: TokenParams = {}): Promise<Result> {
    checkTokenParams(params);
    if (!this.#isSubmitted)
      throw new IntegrationError(
        'elements.submit() must be called before stripe.createConfirmationToken(), and again before each further token.',
      );
    this.#isSubmitted = false;
    const { return_url, payment_method_data = {} } = params;
    const form = { client_context: { currency: this.options.currency }, payment_method_data, return_url };
    return this.#getElement().ask({ kind: 'create_token', form });
  }

  #getElement(): PaymentElement {
    if (!this.#element)
      throw new IntegrationError('Invalid value for elements: it should have a mounted Payment Element.');
    return this.#element;
  }
}
