import type { Message } from '../message-store.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #ccc;vertical-align:top}
pre{white-space:pre-wrap;background:#f4f4f4;padding:1rem}iframe{width:100%;height:40rem;border:1px solid #ccc}a{color:#0645ad}`;

function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

/** Escapes a plain-text email and makes its URLs clickable. */
function linkUrls(text: string): string {
  return escapeHtml(text).replaceAll(
    /https?:\/\/[^\s&<]+(?:&amp;[^\s&<]+)*/g,
    (url) => `<a href="${url}">${url}</a>`,
  );
}

export function renderListPage(messages: Message[]): string {
  const rows = messages.map(
    (message) =>
      `<tr><td>${escapeHtml(message.received_at)}</td><td>${escapeHtml(message.to.join(', '))}</td><td><a href="/view/${escapeHtml(message.id)}">${escapeHtml(message.subject || '(no subject)')}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Received</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return renderPage(
    'Mails',
    `<h1>Mails</h1>${rows.length > 0 ? table : '<p>No mail has been sent yet.</p>'}`,
  );
}

/** Renders one email. Its HTML is in a sandboxed frame that can only open links in a new tab. */
export function renderMessagePage(message: Message): string {
  const frame = message.html
    ? `<h2>HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${message.html}`)}"></iframe>`
    : '';
  const text = message.text ? `<h2>Text</h2><pre>${linkUrls(message.text)}</pre>` : '';
  const details = `<p>From ${escapeHtml(message.from)}<br>To ${escapeHtml(message.to.join(', '))}<br>${escapeHtml(message.received_at)}</p>`;
  return renderPage(
    message.subject,
    `<p><a href="/">All mails</a></p><h1>${escapeHtml(message.subject)}</h1>${details}${frame}${text}`,
  );
}
