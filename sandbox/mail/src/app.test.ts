import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

import {
  createControlClient,
  createStateFilePath,
  startWebhookReceiver,
} from '@fareline/sandbox-kit/testing';
import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { startMailSandbox } from './app.ts';
import type { MailOptions, MailSandbox, Message } from './app.ts';

async function startSandbox(options: MailOptions = {}): Promise<MailSandbox> {
  const sandbox = await startMailSandbox(options);
  let closed = false;
  const close = async () => {
    if (!closed) await sandbox.close();
    closed = true;
  };
  onTestFinished(close);
  return { ...sandbox, close };
}

async function send(sandbox: MailSandbox, email: SendMailOptions): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: sandbox.smtpPort,
    secure: false,
    ignoreTLS: true,
  });
  try {
    await transport.sendMail({ from: 'Shop <shop@example.com>', ...email });
  } finally {
    transport.close();
  }
}

async function read(sandbox: MailSandbox, query = ''): Promise<Message[]> {
  return (await (await fetch(`${sandbox.url}/messages${query}`)).json()) as Message[];
}

describe('emails', () => {
  it('are stored with decoded subject, both bodies and all recipients', async () => {
    const sandbox = await startSandbox();
    const text = `Grüße aus Zürich = 100 % ✈\n${'a long line '.repeat(20)}\n.starts with a dot`;
    await send(sandbox, {
      to: 'Jörg Müller <joerg@example.com>',
      bcc: 'hidden@example.com',
      subject: 'Ihre Buchung für Montréal – bestätigt ✈ und noch ein paar Wörter, damit sie umbrechen',
      text,
      html: '<p>Grüße <b>✈</b></p>',
    });
    const [message] = await read(sandbox);
    expect(message).toMatchObject({
      to: ['joerg@example.com', 'hidden@example.com'],
      from: 'Shop <shop@example.com>',
      subject: 'Ihre Buchung für Montréal – bestätigt ✈ und noch ein paar Wörter, damit sie umbrechen',
      html: '<p>Grüße <b>✈</b></p>',
    });
    expect(message?.text?.trimEnd()).toBe(text.trimEnd());
    expect(message?.headers.to).toBe('Jörg Müller <joerg@example.com>');
  });

  it('are parsed with a single part, in base64', async () => {
    const sandbox = await startSandbox();
    await send(sandbox, {
      to: 'a@example.com',
      subject: 'html only',
      html: '<p>ÄÖÜ</p>',
      encoding: 'base64',
    });
    const [message] = await read(sandbox);
    expect(message).toMatchObject({ text: null, html: '<p>ÄÖÜ</p>', attachments: [] });
  });

  it('have attachments that are listed and downloaded, and inline images that only the HTML shows', async () => {
    const sandbox = await startSandbox();
    const [pdf, png] = [Buffer.from('%PDF-1.7 \0\xff'), Buffer.from('\x89PNG')];
    await send(sandbox, {
      to: 'a@example.com',
      subject: 'files',
      text: 'see the files',
      html: '<p>see <img src="cid:logo@shop"></p>',
      attachments: [
        { filename: "Grüße 'ễ'.pdf", content: pdf, contentType: 'application/pdf' },
        { cid: 'logo@shop', filename: 'logo.png', content: png },
        { filename: 'page.html', content: '<script>alert(1)</script>' },
      ],
      icalEvent: { method: 'PUBLISH', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
    });
    const [message] = await read(sandbox);
    expect(message).toMatchObject({
      ...{ text: 'see the files', html: '<p>see <img src="cid:logo@shop"></p>' },
      attachments: expect.arrayContaining([
        { filename: "Grüße 'ễ'.pdf", contentType: 'application/pdf', size: pdf.length },
        { filename: 'page.html', contentType: 'text/html', size: 25 },
      ]),
    });
    expect(message).not.toHaveProperty('images');
    expect(JSON.stringify(message?.attachments)).not.toContain('logo.png');
    const names = message?.attachments.map(({ filename }) => filename) ?? [];
    const download = (number: number | string) =>
      fetch(`${sandbox.url}/messages/${message?.id}/attachments/${number}`);
    const file = await download(names.indexOf("Grüße 'ễ'.pdf") + 1);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%27%E1%BB%85%27.pdf",
      'x-content-type-options': 'nosniff',
    });
    const page = await download(names.indexOf('page.html') + 1);
    expect(page.headers.get('content-disposition')).toMatch(/^attachment;/);
    for (const number of [0, names.length + 1, 'x']) expect((await download(number)).status).toBe(404);
    const shown = await (await fetch(`${sandbox.url}/view/${message?.id}/html`)).text();
    expect(shown).toContain(`src="data:image/png;base64,${png.toString('base64')}"`);
  });

  it('keep their attachments over a restart', async () => {
    const stateFile = createStateFilePath();
    const first = await startSandbox({ stateFile });
    await send(first, { to: 'a@example.com', attachments: [{ filename: 'a.txt', content: 'kept' }] });
    await first.close();
    const second = await startSandbox({ stateFile });
    const [message] = await read(second);
    const file = await fetch(`${second.url}/messages/${message?.id}/attachments/1`);
    expect(await file.text()).toBe('kept');
  });

  it('are listed newest first and filtered by recipient', async () => {
    const sandbox = await startSandbox();
    await send(sandbox, { to: 'one@example.com', subject: 'first', text: '1' });
    await send(sandbox, { to: 'two@example.com', subject: 'second', text: '2' });
    await send(sandbox, { to: 'one@example.com', subject: 'third', text: '3' });
    expect((await read(sandbox)).map((email) => email.subject)).toEqual(['third', 'second', 'first']);
    const filtered = await read(sandbox, '?to=ONE@example.com');
    expect(filtered.map((email) => email.subject)).toEqual(['third', 'first']);
  });
});

describe('faults', () => {
  it('[MAIL-02] are rejected with 421 while the fault is set, and accepted afterwards', async () => {
    const sandbox = await startSandbox();
    const setFault = (refuse: boolean) => createControlClient(sandbox.url)('POST', 'faults', { refuse });
    await setFault(true);
    const email = { to: 'a@example.com', subject: 'late', text: 'late' };
    await expect(send(sandbox, email)).rejects.toMatchObject({ responseCode: 421 });
    expect(await read(sandbox)).toEqual([]);
    await setFault(false);
    await send(sandbox, email);
    expect(await read(sandbox)).toHaveLength(1);
  });

  it('are not changed by an invalid control call, which returns 400', async () => {
    const sandbox = await startSandbox();
    const headers = { 'content-type': 'application/json' };
    for (const body of ['{}', '{"refuse":'])
      expect((await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', headers, body })).status).toBe(
        400,
      );
    await send(sandbox, { to: 'a@example.com', subject: 'accepted', text: 'accepted' });
    expect(await read(sandbox)).toHaveLength(1);
  });
});

describe('what becomes of a mail', () => {
  const startReported = async () => {
    const { url, received } = await startWebhookReceiver();
    const sandbox = await startSandbox({ webhookUrl: url, webhookSecret: 'secret' });
    return { sandbox, received };
  };
  interface Report {
    signature: { timestamp: string; token: string; signature: string };
    'event-data': Record<string, unknown>;
  }

  it('is reported as its address says, signed and with the Message-ID', async () => {
    const { sandbox, received } = await startReported();
    await createControlClient(sandbox.url)('POST', 'outcomes', {
      ...{ address: 'Ada@example.com', outcome: 'complained' },
    });
    for (const to of ['x@example.com', 'bounced+1@example.com', 'deferred@example.com', 'ada@example.com'])
      await send(sandbox, { to, subject: 'hello', messageId: `<${to.split('@')[0]}.mail@shop.example>` });
    await vi.waitFor(() => expect(received).toHaveLength(3));
    const reports = received.map(({ body }) => JSON.parse(body) as Report);
    for (const { signature } of reports)
      expect(signature.signature).toBe(
        createHmac('sha256', 'secret').update(`${signature.timestamp}${signature.token}`).digest('hex'),
      );
    const events = reports.map((report) => report['event-data']);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ event: 'failed', severity: 'permanent', recipient: 'bounced+1@example.com' },
          message: { headers: { 'message-id': 'bounced+1.mail@shop.example' } },
        }),
        expect.objectContaining({
          event: 'failed',
          severity: 'temporary',
          recipient: 'deferred@example.com',
        }),
        expect.objectContaining({ event: 'complained', recipient: 'ada@example.com' }),
      ]),
    );
    expect(await read(sandbox)).toHaveLength(4);
  });

  it('is nothing for an address that the server refuses', async () => {
    const { sandbox, received } = await startReported();
    const sent = send(sandbox, { to: 'refused+1@example.com', subject: 'hello' });
    await expect(sent).rejects.toMatchObject({
      responseCode: 550,
      response: expect.stringContaining('5.1.1'),
    });
    expect([await read(sandbox), received]).toEqual([[], []]);
  });
});

describe('page', () => {
  it('shows emails and escapes scripts in them', async () => {
    const sandbox = await startSandbox();
    expect(await (await fetch(sandbox.url)).text()).toContain('No mail has been sent yet');
    await send(sandbox, {
      to: 'a@example.com',
      subject: '<script>alert(1)</script>',
      text: 'Reset: http://localhost/reset?a=1&b=2 <b>',
      html: '<script>alert(2)</script>',
    });
    const list = await (await fetch(sandbox.url)).text();
    expect(list).toContain('&lt;script&gt;alert(1)');
    const [message] = await read(sandbox);
    for (const path of ['nothing', 'nothing/html'])
      expect((await fetch(`${sandbox.url}/view/${path}`)).status).toBe(404);
    const page = await fetch(`${sandbox.url}/view/${message?.id}`);
    const view = await page.text();
    expect(view).not.toContain('<script');
    expect(view).toContain('<a href="http://localhost/reset?a=1&amp;b=2" ');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
  });

  it('shows the HTML of a mail where it runs and loads nothing but images, also outside of the frame', async () => {
    const sandbox = await startSandbox();
    const html =
      '<html><head><title>x</title></head><body><header>Hi</header><script>alert(1)</script></body></html>';
    await send(sandbox, { to: 'a@example.com', subject: 'html', html });
    const [message] = await read(sandbox);
    const view = await (await fetch(`${sandbox.url}/view/${message?.id}`)).text();
    expect(view).toContain(
      `sandbox="allow-popups allow-popups-to-escape-sandbox" src="/view/${message?.id}/html"`,
    );
    const mail = await fetch(`${sandbox.url}/view/${message?.id}/html`);
    expect(await mail.text()).toBe(html.replace('<head>', '<head><base target="_blank">'));
    const policy = mail.headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", 'sandbox allow-popups allow-popups-to-escape-sandbox']),
    );
    expect(policy?.join()).not.toMatch(/script-src|allow-scripts|connect-src/);
  });
});

it('listens on this machine only, for HTTP and SMTP', async () => {
  const sandbox = await startSandbox();
  const own = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ family, internal, address }) =>
      family === 'IPv4' && !internal ? [address] : [],
    ),
  );
  const canConnect = (host: string, port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, host, () => resolve(true)).on('error', () => resolve(false));
      onTestFinished(() => void socket.destroy());
    });
  for (const port of [Number(new URL(sandbox.url).port), sandbox.smtpPort]) {
    expect(await canConnect('127.0.0.1', port)).toBe(true);
    // On Linux the whole network 127 is this machine.
    for (const address of process.platform === 'linux' ? [...own, '127.0.0.2'] : own)
      expect(await canConnect(address, port), address).toBe(false);
  }
});
