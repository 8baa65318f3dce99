import type { Message } from '../message-store.ts';

/** The pages have no script, and load nothing but the frame of the mail. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'";

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

// Tabs and widths are radio buttons, because the page has no script.
const STYLE = `*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1b1b1b;background:#f4f5f7}
main{max-width:60rem;margin:0 auto;padding:1rem 1rem 3rem}h1{font-size:1.5rem;line-height:1.25;margin:1rem 0;overflow-wrap:anywhere}
a{color:#0b57d0}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem .75rem;border-bottom:1px solid #e1e3e6;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600;white-space:nowrap}.card{background:#fff;border:1px solid #d5d8dc;border-radius:8px;overflow:hidden}.muted{color:#5a5f66}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;padding:1rem;font:14px/1.5 ui-monospace,monospace}
dl{display:grid;grid-template-columns:auto 1fr;gap:0 1rem;margin:0 0 1rem}dt{color:#5a5f66}dd{margin:0;overflow-wrap:anywhere}
ul{list-style:none;padding:0;margin:0 0 1rem;display:flex;flex-wrap:wrap;gap:.5rem}li a{display:block;background:#fff;border:1px solid #d5d8dc;border-radius:8px;padding:.5rem .75rem;text-decoration:none}
.bar{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;padding:.75rem 1rem;border-bottom:1px solid #e1e3e6}.bar div{display:flex;gap:1rem}.bar .width{margin-left:auto}
label{cursor:pointer}.panel,.width{display:none!important}
${['html', 'text', 'headers'].map((tab) => `.card:has(#tab-${tab}:checked) .${tab}`).join(',')}{display:block!important}.card:has(#tab-html:checked) .width{display:flex!important}
.html{background:#eceef1;padding:1rem 0}iframe{display:block;margin:0 auto;width:600px;max-width:100%;height:80vh;border:0;background:#fff}.card:has(#width-375:checked) iframe{width:375px}
@media(max-width:40rem){.list td:first-child,.list th:first-child{display:none}}`;

function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

/** Escapes a plain-text email and makes its URLs clickable. */
function linkUrls(text: string): string {
  return escapeHtml(text).replaceAll(
    /https?:\/\/[^\s&<]+(?:&amp;[^\s&<]+)*/g,
    (url) => `<a href="${url}" target="_blank" rel="noopener">${url}</a>`,
  );
}

function formatSize(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${Math.ceil(bytes / 1024)} KB`;
}

export function renderListPage(messages: Message[]): string {
  const rows = messages.map(
    ({ id, received_at, to, subject, attachments }) =>
      `<tr><td class="muted">${escapeHtml(received_at.slice(0, 19).replace('T', ' '))}</td><td>${escapeHtml(to.join(', '))}</td><td><a href="/view/${escapeHtml(id)}">${escapeHtml(subject || '(no subject)')}</a>${attachments.length > 0 ? ` <span class="muted">${attachments.length} attached</span>` : ''}</td></tr>`,
  );
  const table = `<div class="card"><table class="list"><thead><tr><th>Received (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return renderPage(
    'Mails',
    `<h1>Mails</h1>${rows.length > 0 ? table : '<p>No mail has been sent yet.</p>'}`,
  );
}

const renderChoices = (group: string, choices: { id: string; label: string }[]) =>
  choices
    .map(
      ({ id, label }, index) =>
        `<label><input type="radio" name="${group}" id="${id}"${index === 0 ? ' checked' : ''}> ${label}</label>`,
    )
    .join('');

/** Renders one email as a client does: attachments, then its HTML in a sandboxed frame, its text and its headers. */
export function renderMessagePage(message: Message): string {
  const id = escapeHtml(message.id);
  const subject = message.subject || '(no subject)';
  const attachments = message.attachments.map(
    ({ filename, contentType, size }, index) =>
      `<li><a href="/messages/${id}/attachments/${index + 1}">${escapeHtml(filename)} <span class="muted">${escapeHtml(contentType)}, ${formatSize(size)}</span></a></li>`,
  );
  const headers = Object.entries(message.headers).map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const panels = [
    ...(message.html === null
      ? []
      : [
          {
            ...{ id: 'html', label: 'HTML' },
            content: `<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/view/${id}/html"></iframe>`,
          },
        ]),
    ...(message.text === null
      ? []
      : [{ id: 'text', label: 'Text', content: `<pre>${linkUrls(message.text)}</pre>` }]),
    { id: 'headers', label: 'Headers', content: `<table>${headers.join('')}</table>` },
  ];
  const tabs = renderChoices(
    'tab',
    panels.map((panel) => ({ id: `tab-${panel.id}`, label: panel.label })),
  );
  const widths = renderChoices('width', [
    { id: 'width-600', label: '600 px' },
    { id: 'width-375', label: '375 px' },
  ]);
  return renderPage(
    subject,
    `<p><a href="/">All mails</a></p><h1>${escapeHtml(subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(message.from)}</dd><dt>To</dt><dd>${escapeHtml(message.to.join(', '))}</dd><dt>Received</dt><dd>${escapeHtml(message.received_at)}</dd></dl>
${attachments.length > 0 ? `<ul aria-label="Attachments">${attachments.join('')}</ul>` : ''}
<div class="card"><div class="bar"><div role="radiogroup" aria-label="Show">${tabs}</div><div role="radiogroup" aria-label="Width" class="width">${widths}</div></div>
${panels.map((panel) => `<div class="panel ${panel.id}">${panel.content}</div>`).join('')}</div>`,
  );
}
