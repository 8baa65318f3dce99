import { randomUUID } from 'node:crypto';

import type { Store } from '@fareline/sandbox-kit';

import type { ParsedEmail } from './parse-email.ts';

/** A received email. `to` contains the recipients of the envelope, including blind copies. */
export interface StoredMessage extends ParsedEmail {
  id: string;
  to: string[];
  received_at: string;
}

/** What the API says of an email; attachments are downloaded one by one. */
export interface Message extends Omit<StoredMessage, 'attachments' | 'images'> {
  attachments: { filename: string; contentType: string; size: number }[];
}

/** Older messages are removed. */
const MAX_MESSAGES = 1000;

/** An email as the API returns it. */
export function toMessage({ images: _images, attachments, ...message }: StoredMessage): Message {
  return {
    ...message,
    attachments: attachments.map(({ filename, contentType, content }) => ({
      ...{ filename, contentType, size: Buffer.byteLength(content, 'base64') },
    })),
  };
}

/** Keeps messages; with a file, they are on disk before SMTP accepts the email. */
export function createMessageStore(store: Store) {
  const messages = store.collection<StoredMessage>('emails');
  return {
    add: (email: ParsedEmail, to: string[]): void => {
      const id = randomUUID();
      messages.put(id, { id, to, ...email, received_at: new Date().toISOString() });
      for (const oldest of messages.all().slice(0, -MAX_MESSAGES)) messages.remove(oldest.id);
      store.commit();
    },
    /** Newest first; `to` filters by recipient, ignoring case. */
    list: (to?: string): StoredMessage[] => {
      const recipient = to?.toLowerCase();
      const matches = (message: StoredMessage) =>
        recipient === undefined || message.to.some((address) => address.toLowerCase() === recipient);
      return messages.all().filter(matches).reverse();
    },
    find: (id: string) => messages.get(id),
  };
}

export type MessageStore = ReturnType<typeof createMessageStore>;
