import { createHmac, randomBytes, randomUUID } from 'node:crypto';

import type { WebhookSender } from '@fareline/sandbox-kit';

/**
 * What becomes of a mail after it was sent: `bounced` and `complained` are reported later, as is `deferred`, which is tried again;
 * `refused` is an address that the mail server does not take.
 */
export const outcomes = ['delivered', 'deferred', 'bounced', 'complained', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

const failure = (severity: string, code: number, message: string) => ({
  ...{ event: 'failed', severity, reason: 'generic' },
  'delivery-status': { code, message },
});

const reports = {
  deferred: failure('temporary', 452, '4.2.2 Mailbox full'),
  bounced: failure('permanent', 550, '5.1.1 The email account that you tried to reach does not exist'),
  complained: { event: 'complained' },
};

interface SentMail {
  to: string[];
  /** In brackets. */
  messageId: string;
}

/** Decides by its address what becomes of a mail, and reports it as Mailgun does. */
export class Deliveries {
  readonly #webhooks: WebhookSender;
  readonly #secret: string;
  readonly #outcomes = new Map<string, Outcome>();

  constructor(webhooks: WebhookSender, secret: string) {
    this.#webhooks = webhooks;
    this.#secret = secret;
  }

  set(address: string, outcome: Outcome): void {
    this.#outcomes.set(address.toLowerCase(), outcome);
  }

  /** The outcome that was set, else the one that the address begins with: `bounced+ada@example.com`. */
  find(address: string): Outcome {
    const [name = ''] = address.toLowerCase().split(/[+@]/);
    return (
      this.#outcomes.get(address.toLowerCase()) ?? outcomes.find((outcome) => outcome === name) ?? 'delivered'
    );
  }

  /** To be called when the mail was accepted; the report follows. */
  report({ to, messageId }: SentMail): void {
    for (const address of to) {
      const outcome = this.find(address);
      if (outcome === 'delivered' || outcome === 'refused') continue;
      const timestamp = String(Math.floor(Date.now() / 1000));
      const token = randomBytes(25).toString('hex');
      const signature = createHmac('sha256', this.#secret).update(`${timestamp}${token}`).digest('hex');
      const event = {
        ...{ id: randomUUID(), timestamp: Date.now() / 1000, recipient: address },
        message: { headers: { 'message-id': messageId.replace(/^<|>$/g, '') } },
        ...reports[outcome],
      };
      void this.#webhooks.deliver({ signature: { timestamp, token, signature }, 'event-data': event });
    }
  }
}
