/** The error of Stripe.js for a page that uses it wrongly. */
export class IntegrationError extends Error {
  override name = 'IntegrationError';
}

type Rule = (value: unknown) => boolean;
type Rules = Record<string, Rule>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Rule = (value) => typeof value === 'string';
const oneOf =
  (...values: unknown[]): Rule =>
  (value) =>
    values.includes(value);

/** The frame knows nothing of the page's custom properties, and Stripe.js reads no other notations of colours. */
const isVariable = (name: string, value: unknown): boolean =>
  typeof value === 'string' &&
  !value.includes('var(') &&
  (!/^color|Color/.test(name) || /^(#[\da-f]{3,8}|(rgb|hsl)a?\([^()]*\)|[a-z]+)$/i.test(value));

/** A style sheet, or a file that has to be named in full, because the frame has another address. */
const isFont = (font: unknown): boolean =>
  isObject(font) &&
  (isText(font.cssSrc) ||
    (isText(font.family) && URL.canParse(/^url\(([^()]+)\)$/.exec(String(font.src))?.[1] ?? '')));

const appearanceRules: Rules = {
  theme: oneOf('stripe', 'night', 'flat'),
  labels: oneOf('auto', 'above', 'floating'),
  inputs: oneOf('spaced', 'condensed'),
  disableAnimations: oneOf(true, false),
  rules: isObject,
  variables: (value) =>
    isObject(value) && Object.entries(value).every(([name, each]) => isVariable(name, each)),
};

const elementsUpdateRules: Rules = {
  mode: oneOf('payment'),
  amount: (value) => Number.isInteger(value) && Number(value) > 0,
  currency: (value) => /^[a-z]{3}$/.test(String(value)),
  captureMethod: oneOf('manual', 'automatic', 'automatic_async'),
  allowedPaymentMethodTypes: (value) => Array.isArray(value) && value.join() === 'card',
  appearance: (value) => check('appearance', appearanceRules, value),
  locale: isText,
  fonts: (value) => Array.isArray(value) && value.every(isFont),
};
const elementsRules: Rules = { ...elementsUpdateRules, loader: oneOf('auto', 'always', 'never') };

const paymentElementRules: Rules = {
  layout: (value) => isText(value) || isObject(value),
  terms: isObject,
  wallets: isObject,
};

const billingRules: Rules = { name: isText, email: isText, phone: isText, address: isObject };
const tokenRules: Rules = {
  payment_method_data: (value) =>
    check(
      'payment_method_data',
      { billing_details: (each) => check('billing_details', billingRules, each) },
      value,
    ),
  return_url: (value) => URL.canParse(String(value)),
};

const removed: Record<string, string> = {
  paymentMethodTypes: ' It was removed in Endive: use allowedPaymentMethodTypes.',
};

/** Throws for what is missing, unknown or invalid; true otherwise, as result of a rule. */
function check(call: string, rules: Rules, options: unknown, required: string[] = []): true {
  if (!isObject(options)) throw new IntegrationError(`Invalid value for ${call}: it should be an object.`);
  for (const name of required)
    if (options[name] === undefined) throw new IntegrationError(`Missing value for ${call}: ${name}.`);
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule)
      throw new IntegrationError(`${name} is not a recognized parameter of ${call}.${removed[name] ?? ''}`);
    if (value !== undefined && !rule(value))
      throw new IntegrationError(`Invalid value for ${call}: ${name} is ${JSON.stringify(value)}.`);
  }
  return true;
}

export const checkElementsOptions = (options: unknown) =>
  check('elements()', elementsRules, options, ['mode', 'amount', 'currency']);
export const checkElementsUpdate = (options: unknown) =>
  check('elements.update()', elementsUpdateRules, options);
export const checkPaymentElementOptions = (options: unknown) =>
  check('elements.create()', paymentElementRules, options);
export const checkTokenParams = (params: unknown) =>
  check('stripe.createConfirmationToken()', tokenRules, params);

export function checkKey(key: unknown): void {
  if (/^[sr]k_/.test(String(key)))
    throw new IntegrationError('You should not use your secret key with Stripe.js.');
  if (!/^pk_(test|live)_\w+$/.test(String(key)))
    throw new IntegrationError('Invalid value for Stripe(): apiKey should be a publishable key.');
}

/** The id of the intent of a client secret. */
export function parseClientSecret(call: string, clientSecret: unknown): string {
  const id = /^(pi_[^_]+)_secret_[^_]+$/.exec(String(clientSecret))?.[1];
  if (!id)
    throw new IntegrationError(
      `Invalid value for ${call}: clientSecret should be of the form \${id}_secret_\${secret}.`,
    );
  return id;
}
