import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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

export interface MessageStore {
  add(email: ParsedEmail, to: string[]): Message;
  /** Newest first; `to` filters by recipient, ignoring case. */
  list(to?: string): Message[];
  find(id: string): Message | undefined;
}

function readMessages(file: string | undefined): Message[] {
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Message[]) : [];
}

/** Keeps messages in memory and, with a file, on disk before SMTP accepts the email. */
export function createMessageStore(file?: string): MessageStore {
  let messages = readMessages(file);
  if (file) mkdirSync(dirname(file), { recursive: true });
  const saveMessages = (next: Message[]) => {
    messages = next.slice(-MAX_MESSAGES);
    if (!file) return;
    writeFileSync(`${file}.new`, JSON.stringify(messages));
    renameSync(`${file}.new`, file);
  };
  return {
    add: (email, to) => {
      const { from, subject, text, html, headers } = email;
      const id = randomUUID();
      const message = { id, from, to, subject, text, html, headers, received_at: new Date().toISOString() };
      saveMessages([...messages, message]);
      return message;
    },
    list: (to) => {
      const recipient = to?.toLowerCase();
      const matches = (message: Message) =>
        recipient === undefined || message.to.some((address) => address.toLowerCase() === recipient);
      return messages.filter(matches).reverse();
    },
    find: (id) => messages.find((message) => message.id === id),
  };
}
