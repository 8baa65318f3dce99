import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum age of a signed message; Stripe's value, because Duffel specifies none. */
const toleranceSeconds = 300;

/** Verifies `X-Duffel-Signature: t=<seconds>,v1=<hex hmac-sha256 of "<t>.<body>">`, `v2` for some accounts. (PROVIDER-45) */
export function isSignedByDuffel(body: string, header: string, secret: string, now = Date.now()): boolean {
  const parts = Object.fromEntries(
    header.split(',').map((part) => part.trim().split('=', 2) as [string, string]),
  );
  const { t, v1 = parts.v2 } = parts;
  if (!t || !v1 || !/^\d+$/.test(t) || Math.abs(now / 1000 - Number(t)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${t}.${body}`).digest();
  const given = Buffer.from(v1, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
