import { randomUUID } from 'node:crypto';

import type { Store } from '@fareline/sandbox-kit';

import type { ParsedEmail } from './mime/parse.ts';

/** A received email. `to` contains the recipients of the envelope, including blind copies. */
export interface Message {
  id: string;
  from: string;
  to: string[];
  subject: string;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
  received_at: string;
}

/** Older messages are removed. */
const MAX_MESSAGES = 1000;

/** Keeps messages; with a file, they are on disk before SMTP accepts the email. */
export function createMessageStore(store: Store) {
  const messages = store.collection<Message>('messages');
  return {
    add: (email: ParsedEmail, to: string[]): void => {
      const { from, subject, text, html, headers } = email;
      const id = randomUUID();
      messages.put(id, { id, from, to, subject, text, html, headers, received_at: new Date().toISOString() });
      for (const oldest of messages.all().slice(0, -MAX_MESSAGES)) messages.remove(oldest.id);
      store.commit();
    },
    /** Newest first; `to` filters by recipient, ignoring case. */
    list: (to?: string): Message[] => {
      const recipient = to?.toLowerCase();
      const matches = (message: Message) =>
        recipient === undefined || message.to.some((address) => address.toLowerCase() === recipient);
      return messages.all().filter(matches).reverse();
    },
    find: (id: string) => messages.get(id),
  };
}

export type MessageStore = ReturnType<typeof createMessageStore>;
