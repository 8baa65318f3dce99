import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header for a body (docs.stripe.com/webhooks#verify-manually). `timestamp` in seconds. */
export function signWebhook(secret: string, body: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
