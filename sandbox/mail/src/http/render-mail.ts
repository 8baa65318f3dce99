import type { StoredMessage } from '../message-store.ts';

/**
 * The HTML of a mail runs no script, sends no form and loads only images, in an origin of its own, also outside of the frame. Its
 * links open in a new tab.
 */
export const mailPolicy = [
  "default-src 'none'",
  'img-src data: http: https:',
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** The HTML of a mail with its own images, as a client shows it. */
export function renderMail({ html, images }: Pick<StoredMessage, 'html' | 'images'>): string {
  const shown = (html ?? '').replaceAll(/\bcid:([^"'\s)>]+)/gi, (url, id: string) => {
    try {
      return images[decodeURIComponent(id)] ?? url;
    } catch {
      return url;
    }
  });
  // A document type stays first: without it the mail would have the layout of old browsers.
  const base = '<base target="_blank">';
  const withBase = shown.replace(/<head(\s[^>]*)?>/i, (head) => `${head}${base}`);
  return withBase === shown ? `<!doctype html>${base}${shown}` : withBase;
}
