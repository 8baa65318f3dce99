import { unauthorised } from './errors.ts';

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

export interface Authentication {
  livemode: boolean;
  accountId: string;
  /** Whether the key is the publishable one, which browsers have. */
  isPublishable: boolean;
}

/** A key of today's form contains the id of its account; all others are of one account. */
function toAccountId(key: string): string {
  const [, id = '1FarelineSandbox'] = /^.._(?:test|live)_5(1\w{15})/.exec(key) ?? [];
  return `acct_${id}`;
}

/** Authenticates a call by its Bearer or Basic header. Throws Stripe's 401. */
export function authenticate(header: string | undefined): Authentication {
  const key = parseKey(header);
  if (!key) {
    throw unauthorised(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  const parts = KEY.exec(key);
  if (!parts) throw unauthorised(`Invalid API Key provided: ${maskKey(key)}`);
  return { livemode: parts[2] === 'live', isPublishable: parts[1] === 'pk', accountId: toAccountId(key) };
}
