/** Header fields by lower-case name; the last value of a repeated field is used. */
export type Headers = Record<string, string>;

function decodeWord(charset: string, encoding: string, text: string): string {
  const bytes =
    encoding.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64')
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replaceAll(/=([0-9A-Fa-f]{2})/g, (_whole, hex: string) =>
              String.fromCharCode(parseInt(hex, 16)),
            ),
          'latin1',
        );
  return new TextDecoder(charset).decode(bytes);
}

/** Decodes encoded words (RFC 2047) such as `=?UTF-8?Q?Caf=C3=A9?=`; white space between two of them is ignored. */
export function decodeWords(text: string): string {
  return text
    .replaceAll(/(=\?[^?]+\?[bqBQ]\?[^?]*\?=)\s+(?==\?)/g, '$1')
    .replaceAll(
      /=\?([^?*]+)(?:\*[^?]*)?\?([bqBQ])\?([^?]*)\?=/g,
      (_whole, charset: string, encoding: string, word: string) => decodeWord(charset, encoding, word),
    );
}

/** Splits an entity into its header fields, unfolded (RFC 5322, 2.2.3), and its body. */
export function splitEntity(raw: string): { headers: Headers; body: string } {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = end ? raw.slice(0, end.index) : raw;
  const body = end ? raw.slice(end.index + end[0].length) : '';
  const headers: Headers = {};
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { headers, body };
}

/** Parses a field such as `multipart/mixed; boundary="x"` to its value and parameters. */
export function parseContentType(field: string | undefined): {
  type: string;
  params: Record<string, string>;
} {
  const [type = 'text/plain', ...rest] = (field ?? 'text/plain').split(/;\s*/);
  const params: Record<string, string> = {};
  for (const part of rest) {
    const match = /^([^=]+)=(?:"([^"]*)"|(.*))$/.exec(part.trim());
    if (match?.[1]) params[match[1].toLowerCase()] = match[2] ?? match[3] ?? '';
  }
  return { type: type.trim().toLowerCase(), params };
}
