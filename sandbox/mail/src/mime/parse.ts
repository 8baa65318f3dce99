import { decodeWords, parseContentType, splitEntity } from './headers.ts';
import type { Headers } from './headers.ts';

/** What a mail says. Attachments are not kept. */
export interface ParsedMail {
  headers: Headers;
  subject: string;
  from: string;
  text: string | null;
  html: string | null;
}

function decodeQuotedPrintable(body: string): Buffer {
  const text = body
    .replaceAll(/[ \t]+(?=\r?\n)/g, '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}

function decodeBody(body: string, encoding: string | undefined, charset: string): string {
  const kind = (encoding ?? '7bit').toLowerCase();
  const bytes =
    kind === 'base64'
      ? Buffer.from(body, 'base64')
      : kind === 'quoted-printable'
        ? decodeQuotedPrintable(body)
        : Buffer.from(body, 'latin1');
  return new TextDecoder(charset).decode(bytes).replaceAll('\r\n', '\n');
}

/** The parts between the boundary lines (RFC 2046, 5.1); what stands before the first and after the last is no part. */
function splitParts(body: string, boundary: string): string[] {
  const escaped = boundary.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pieces = body.split(new RegExp(`(?:^|\\r?\\n)--${escaped}(--)?[ \\t]*(?:\\r?\\n|$)`));
  const parts: string[] = [];
  for (let index = 1; index < pieces.length; index += 2) {
    if (pieces[index] === '--') break;
    parts.push(pieces[index + 1] ?? '');
  }
  return parts;
}

function collect(raw: string, found: { text: string | null; html: string | null }): void {
  const { headers, body } = splitEntity(raw);
  const { type, params } = parseContentType(headers['content-type']);
  if (type.startsWith('multipart/') && params.boundary) {
    for (const part of splitParts(body, params.boundary)) collect(part, found);
    return;
  }
  if (headers['content-disposition']?.startsWith('attachment')) return;
  const decoded = () => decodeBody(body, headers['content-transfer-encoding'], params.charset ?? 'utf-8');
  if (type === 'text/plain') found.text ??= decoded();
  if (type === 'text/html') found.html ??= decoded();
}

/** Reads the MIME that mail libraries write: plain and HTML parts, quoted-printable or base64. `raw` holds the bytes as latin1. */
export function parseMail(raw: string): ParsedMail {
  const { headers } = splitEntity(raw);
  const found = { text: null, html: null };
  collect(raw, found);
  const readable = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, decodeWords(value)]),
  );
  return { headers: readable, subject: readable.subject ?? '', from: readable.from ?? '', ...found };
}
