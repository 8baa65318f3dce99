import { createHmac } from 'node:crypto';

/** Creates the `Stripe-Signature` header of a body (docs.stripe.com/webhooks#verify-manually). `timestamp` is in seconds. */
export function signWebhook(secret: string, body: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
