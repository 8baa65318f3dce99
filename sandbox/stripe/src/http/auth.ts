import type { SandboxOptions } from '../config.ts';
import { StripeError, unauthorised } from './errors.ts';

export interface Caller {
  livemode: boolean;
  isPublishableKey: boolean;
}

const KEY = /^(sk|rk|pk)_(test|live)_[A-Za-z0-9_]+$/;

/** Hides the middle of a key, as Stripe does in its error messages. */
function maskKey(key: string): string {
  const head = key.slice(0, 8);
  return `${head}${'*'.repeat(Math.max(key.length - 12, 4))}${key.length > 12 ? key.slice(-4) : ''}`;
}

function parseKey(header: string | undefined): string | undefined {
  const [scheme, value] = (header ?? '').split(' ');
  if (!value) return undefined;
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
}

/** Authenticates a call by its Bearer or Basic header, or by the parameter `key` that browsers use. Throws Stripe's 401. */
export function authenticate(header: string | undefined, param: unknown, options: SandboxOptions): Caller {
  const key = parseKey(header) ?? (typeof param === 'string' ? param : undefined);
  if (!key) {
    throw unauthorised(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  const parts = KEY.exec(key);
  if (!parts || (options.apiKeys && !options.apiKeys.includes(key))) {
    throw unauthorised(`Invalid API Key provided: ${maskKey(key)}`);
  }
  return { livemode: parts[2] === 'live', isPublishableKey: parts[1] === 'pk' };
}

export function publishableKeyError(): StripeError {
  const message =
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';
  return new StripeError(403, { type: 'invalid_request_error', code: 'secret_key_required', message }, false);
}
