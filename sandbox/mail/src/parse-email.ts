import PostalMime, { decodeWords } from 'postal-mime';

interface Attachment {
  filename: string;
  contentType: string;
  /** In base64. */
  content: string;
}

/** What an email consists of. `headers` are decoded, by lower-case name; of a repeated field the last. */
export interface ParsedEmail {
  headers: Record<string, string>;
  subject: string;
  from: string;
  text: string | null;
  html: string | null;
  /** Files in the order of the email, without the images that the HTML shows. */
  attachments: Attachment[];
  /** `data:` URLs of the images that the HTML shows, by content id. */
  images: Record<string, string>;
}

/** Parses an email, of whatever multipart. Rejects when it is nested too deeply. */
export async function parseEmail(raw: Uint8Array): Promise<ParsedEmail> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, decodeWords(value)]));
  const parsed: ParsedEmail = {
    headers,
    subject: email.subject ?? '',
    from: headers.from ?? '',
    // The parser adds a line end.
    text: email.text?.trimEnd() ?? null,
    html: email.html?.trimEnd() ?? null,
    attachments: [],
    images: {},
  };
  for (const part of email.attachments) {
    const content = String(part.content);
    if (part.related && part.contentId)
      parsed.images[part.contentId.replace(/^<|>$/g, '')] = `data:${part.mimeType};base64,${content}`;
    else
      parsed.attachments.push({
        filename: part.filename ?? `attachment-${parsed.attachments.length + 1}`,
        contentType: part.mimeType,
        content,
      });
  }
  return parsed;
}
