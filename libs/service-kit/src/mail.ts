import nodemailer from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import { Counter, Registry } from 'prom-client';
import type { DkimConfig } from './config.ts';

interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

interface MailMessage {
  /** The name of the sender, of the brand; default: the one of the configured sender. (HOST-03) */
  fromName?: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: MailAttachment[];
  replyTo?: string;
  /** Keeps a mail from being answered by a machine or forwarded as a person's message (RFC 3834); `no` for what a person wrote. */
  autoSubmitted?: 'auto-generated' | 'auto-replied' | 'no';
  /** Sent as Message-ID, so that mail clients recognise a mail that was sent twice. */
  id?: string;
}

/** A text of a user as lines of a mail, without control characters and without those that are invisible or reorder text. */
export const toMailText = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?!\n)\p{Cc}/gu, ' ');

/** A text of a user as part of one line of a mail: it can neither add a line or header nor change how the others look. */
export const toMailLine = (text: string): string => toMailText(text).replace(/\s+/g, ' ').trim();

type NodemailerError = Error & Partial<Record<'code' | 'command' | 'response', string>>;

/** A mail that the mail server has not accepted. Says nothing of the receiver: it is logged. */
class MailError extends Error {
  override name = 'MailError';
  readonly code: string | undefined;
  /** What the mail server said, and to which command, where it said anything. */
  readonly response: string | undefined;
  readonly command: string | undefined;

  constructor({ message, code, command, response }: NodemailerError, to: string) {
    const hide = (text: string) => text.replaceAll(to, 'the receiver');
    super(hide(message));
    this.code = code;
    this.command = command;
    this.response = response && hide(response);
  }
}

/** Statuses of a wrong address; 4.4 and 4.310 of one whose domain has no mail server. (RFC 3463, Exchange Online) */
const addressStatus = /^(1\.([1236]|10)|2\.1|4\.(4|310))$/;
/** Outlook.com and Exchange Online send these of addresses that do not exist, and others of senders; their words tell. */
const vagueStatus = /^([0145]\.0|4\.1)$/;
const addressWords = /recipient|mailbox|no such|unknown|not exist/i;

/**
 * Why a mail server does not take a mail, by the status of RFC 3463: the address is wrong, closed or of no mail server; the mailbox or
 * its mail server does not take it now, as when it is full; or it is our sender, text or rank. Undefined without a status. (CARE-04)
 */
export function classifyRefusal(answer: string): 'address' | 'mailbox' | 'sender' | undefined {
  // No part of an IP address.
  const [, level, subject, detail] = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/.exec(answer) ?? [];
  if (subject === undefined) return undefined;
  const isPassing = level === '4' && /^[234]$/.test(subject);
  const status = `${subject}.${detail}`;
  if (!isPassing && addressStatus.test(status)) return 'address';
  if (!isPassing && vagueStatus.test(status) && addressWords.test(answer)) return 'address';
  return isPassing || subject === '2' ? 'mailbox' : 'sender';
}

/** What the mail server says of a receiver that it refuses for good because of the address. Undefined of all other errors, which may pass. */
export function findRefusal(error: unknown): string | undefined {
  const { command, response } = error as Partial<Record<string, unknown>>;
  if (command !== 'RCPT TO' || typeof response !== 'string' || !response.startsWith('5')) return undefined;
  return classifyRefusal(response) === 'address' ? response.slice(0, 300) : undefined;
}

export type SendMail = (message: MailMessage) => Promise<void>;

/** A mail server that hangs delays a mail, whose lease is renewed meanwhile, by at most these. `SMTP_URL` may have others. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Receivers that are counted by name; the others are one, so that addresses cannot create time series. */
const countedDomains = new Set([
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'yahoo.com', 'icloud.com', 'aol.com'],
  ...['gmx.de', 'gmx.net', 'web.de', 't-online.de', 'proton.me', 'orange.fr', 'libero.it'],
]);

/** All of which a receiver must be able to trust. */
const signedFields = [
  ...['From', 'Sender', 'Reply-To', 'To', 'Cc', 'Subject', 'Date', 'Message-ID', 'In-Reply-To', 'References'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
].join(':');

const toDkimOptions = ({ DKIM_PRIVATE_KEY, DKIM_DOMAIN, DKIM_SELECTOR }: DkimConfig) =>
  DKIM_PRIVATE_KEY && DKIM_DOMAIN && DKIM_SELECTOR
    ? {
        dkim: {
          ...{ privateKey: DKIM_PRIVATE_KEY, domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR },
          headerFieldNames: signedFields,
        },
      }
    : {};

interface MailConfig extends DkimConfig {
  SMTP_URL: string;
  /** The sender, with or without a name. */
  MAIL_FROM: string;
}

/**
 * Returns a function that sends a mail by SMTP, signed where the settings have a key, and rejects when the mail server does not
 * accept it. `mails_total` counts both, by the name of the brand and the receiver's domain.
 */
export function createMailer(config: MailConfig, metrics = new Registry()): SendMail {
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  const mails = new Counter({
    name: 'mails_total',
    help: 'Mails that the mail server accepted, or not.',
    labelNames: ['brand', 'domain', 'outcome'],
    registers: [metrics],
  });
  const transport = nodemailer.createTransport({ url, ...timeouts, ...toDkimOptions(config) }, { from });
  // Addresses are passed as such, because the library would read a text as a list of addresses with names.
  const toAddress = (address: string) => ({ name: '', address });
  const senderAddress = parseAddresses(from, { flatten: true })[0]?.address ?? from;
  const senderDomain = senderAddress.split('@').at(-1);
  return async ({ id, fromName, to, replyTo, autoSubmitted = 'auto-generated', subject, ...message }) => {
    const receiver = to.split('@').at(-1)?.toLowerCase() ?? '';
    const domain = countedDomains.has(receiver) ? receiver : 'other';
    const count = (outcome: string) => mails.inc({ brand: fromName ?? 'none', domain, outcome });
    try {
      await transport.sendMail({
        ...message,
        ...(fromName ? { from: { name: toMailLine(fromName), address: senderAddress } } : {}),
        to: toAddress(to),
        subject: toMailLine(subject),
        ...(replyTo ? { replyTo: toAddress(replyTo) } : {}),
        headers: { 'Auto-Submitted': autoSubmitted },
        ...(id ? { messageId: `<${id}@${senderDomain}>` } : {}),
      });
    } catch (error) {
      count('refused');
      throw new MailError(error as NodemailerError, to);
    }
    count('sent');
  };
}
