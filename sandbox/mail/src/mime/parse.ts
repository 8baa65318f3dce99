import { decodeWords, parseContentType, splitEntity } from './headers.ts';
import type { Headers } from './headers.ts';

/** A parsed email without attachments. */
export interface ParsedEmail {
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
  const normalisedEncoding = (encoding ?? '7bit').toLowerCase();
  const bytes =
    normalisedEncoding === 'base64'
      ? Buffer.from(body, 'base64')
      : normalisedEncoding === 'quoted-printable'
        ? decodeQuotedPrintable(body)
        : Buffer.from(body, 'latin1');
  return new TextDecoder(charset).decode(bytes).replaceAll('\r\n', '\n');
}

/** Splits a body into the parts between the boundary lines (RFC 2046, 5.1); preamble and epilogue are ignored. */
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

function collectBodies(raw: string, bodies: { text: string | null; html: string | null }): void {
  const { headers, body } = splitEntity(raw);
  const { type, params } = parseContentType(headers['content-type']);
  if (type.startsWith('multipart/') && params.boundary) {
    for (const part of splitParts(body, params.boundary)) collectBodies(part, bodies);
    return;
  }
  if (headers['content-disposition']?.startsWith('attachment')) return;
  const decode = () => decodeBody(body, headers['content-transfer-encoding'], params.charset ?? 'utf-8');
  if (type === 'text/plain') bodies.text ??= decode();
  if (type === 'text/html') bodies.html ??= decode();
}

/** Parses an email with text and HTML parts, encoded as quoted-printable or base64. `raw` contains the bytes as latin1. */
export function parseEmail(raw: string): ParsedEmail {
  const { headers } = splitEntity(raw);
  const bodies = { text: null, html: null };
  collectBodies(raw, bodies);
  const decodedHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, decodeWords(value)]),
  );
  return {
    headers: decodedHeaders,
    subject: decodedHeaders.subject ?? '',
    from: decodedHeaders.from ?? '',
    ...bodies,
  };
}
