import { Secret, TOTP } from 'otpauth';

/** The values that every app for codes knows: RFC 6238 with SHA-1, six digits and 30 seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 };

export interface AppSecret {
  /** Base32 of 160 bits. */
  secret: string;
  /** What the app reads from the picture. */
  uri: string;
}

/** A new secret for an app, which shows it under the names of issuer and user. */
export function createAppSecret(issuer: string, username: string): AppSecret {
  const totp = new TOTP({ ...parameters, issuer, label: username, secret: new Secret({ size: 20 }) });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step of a code of now, or of the 30 seconds before or after; undefined for a wrong code. The step is remembered, because a code
 * is accepted once. (RFC 6238, 5.2)
 */
export function findStep(secret: string, code: string, now = Date.now()): number | undefined {
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: parameters.period, timestamp: now }) + delta;
}
