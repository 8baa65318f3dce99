import { createControlClient } from '@fareline/sandbox-kit/testing';
import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { describe, expect, it, onTestFinished } from 'vitest';

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

  it('are parsed with a single part, in base64 and without their attachments', async () => {
    const sandbox = await startSandbox();
    await send(sandbox, {
      to: 'a@example.com',
      subject: 'html only',
      html: '<p>ÄÖÜ</p>',
      encoding: 'base64',
    });
    await send(sandbox, {
      to: 'a@example.com',
      subject: 'with a file',
      text: 'see the file',
      attachments: [{ filename: 'a.txt', content: 'not a body' }],
    });
    const [second, first] = await read(sandbox);
    expect(first).toMatchObject({ subject: 'html only', text: null, html: '<p>ÄÖÜ</p>' });
    expect(second).toMatchObject({ subject: 'with a file', html: null });
    expect(second?.text?.trim()).toBe('see the file');
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
    expect((await fetch(`${sandbox.url}/view/nothing`)).status).toBe(404);
    const view = await (await fetch(`${sandbox.url}/view/${message?.id}`)).text();
    expect(view).not.toContain('<script');
    expect(view).toContain('<a href="http://localhost/reset?a=1&amp;b=2">');
  });
});
