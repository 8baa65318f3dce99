import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { ParsedMail } from './mime/parse.ts';

/** A mail that was taken. `to` has the envelope's recipients, blind copies included. */
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

/** The oldest go when there are more. */
const KEPT = 1000;

export interface Messages {
  add(mail: ParsedMail, to: string[]): Message;
  /** Newest first; `to` is an address in any case. */
  list(to?: string): Message[];
  find(id: string): Message | undefined;
  clear(): void;
}

function read(file: string | undefined): Message[] {
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Message[]) : [];
}

/** Mails in memory and, with a file, on disk before the sender hears 'accepted'. */
export function createMessages(file?: string): Messages {
  let messages = read(file);
  if (file) mkdirSync(dirname(file), { recursive: true });
  const keep = (next: Message[]) => {
    messages = next.slice(-KEPT);
    if (!file) return;
    writeFileSync(`${file}.new`, JSON.stringify(messages));
    renameSync(`${file}.new`, file);
  };
  return {
    add: (mail, to) => {
      const { from, subject, text, html, headers } = mail;
      const id = randomUUID();
      const message = { id, from, to, subject, text, html, headers, received_at: new Date().toISOString() };
      keep([...messages, message]);
      return message;
    },
    list: (to) => {
      const wanted = to?.toLowerCase();
      const matches = (message: Message) =>
        wanted === undefined || message.to.some((address) => address.toLowerCase() === wanted);
      return messages.filter(matches).reverse();
    },
    find: (id) => messages.find((message) => message.id === id),
    clear: () => keep([]),
  };
}
