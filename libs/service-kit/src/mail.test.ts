import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMailer, toMailLine, toMailText, type SendMail } from './mail.ts';
import { startMailSandbox, type MailSandbox } from './testing/index.ts';

let sandbox: MailSandbox;
beforeAll(async () => {
  sandbox = await startMailSandbox();
});
afterAll(() => sandbox.kill());

describe('a text of a user in a mail', () => {
  it.each([
    ['CR LF', 'Ada\r\nBcc: x@example.com', 'Ada Bcc: x@example.com'],
    ['LF', 'Ada\n\nBcc', 'Ada Bcc'],
    ['CR', 'Ada\rBcc', 'Ada Bcc'],
    ['next line', 'Ada\u0085Bcc', 'Ada Bcc'],
    ['line separator', 'Ada\u2028Bcc', 'Ada Bcc'],
    ['paragraph separator', 'Ada\u2029Bcc', 'Ada Bcc'],
    ['form feed, vertical tab and NUL', 'Ada\f\v\0Bcc', 'Ada Bcc'],
    ['bidirectional override', 'Ada \u202egnp.exe\u2069', 'Ada gnp.exe'],
    ['invisible characters', 'A\u200bd\u200da\ufeff\u00ad', 'Ada'],
    ['other scripts', ' Ада  Лавлейс-Ng\u0303 ', 'Ада Лавлейс-Ng\u0303'],
  ])('[ACCOUNT-01, MAIL-02] as one line: %s', (_, text, expected) => expect(toMailLine(text)).toBe(expected));

  it('[MAIL-02] as several lines keeps its lines and nothing else that forges', () =>
    expect(toMailText('one\r\ntwo\u2028three\tfour\u202e\rfive')).toBe('one\ntwo\nthree four\nfive'));
});

describe('the mailer', () => {
  const send: SendMail = (message) =>
    createMailer(sandbox.smtpUrl, 'Fareline <no-reply@fareline.example>')(message);

  it('[MAIL-02] adds no header and no recipient from subject or email addresses', async () => {
    await send({
      to: 'list@example.com',
      replyTo: 'x@example.com',
      subject: 'Hello\r\nBcc: y@example.com',
      text: 'Text',
    });
    const [mail] = await sandbox.getEmails('list@example.com');
    expect(mail?.subject).toBe('Hello Bcc: y@example.com');
    expect(await sandbox.getEmails('y@example.com')).toEqual([]);
  });

  it('counts what was accepted and refused by brand and domain, of few domains the name', async () => {
    const [accepted, refused] = [new Registry(), new Registry()];
    const mail = { fromName: 'Sky', subject: 'Hello', text: 'Text' };
    const send = createMailer(sandbox.smtpUrl, 'a@fareline.example', accepted);
    await send({ ...mail, to: 'r@Gmail.com' });
    await send({ ...mail, to: 'r@unknown.example' });
    const sendNowhere = createMailer('smtp://127.0.0.1:9', 'a@fareline.example', refused);
    await expect(sendNowhere({ ...mail, to: 'r@gmail.com' })).rejects.toThrow();
    const lines = await Promise.all([accepted, refused].map((metrics) => metrics.metrics()));
    expect(lines.join('\n').match(/^mails_total.*$/gm)).toEqual([
      'mails_total{brand="Sky",domain="gmail.com",outcome="sent"} 1',
      'mails_total{brand="Sky",domain="other",outcome="sent"} 1',
      'mails_total{brand="Sky",domain="gmail.com",outcome="refused"} 1',
    ]);
  });

  it('[HOST-03] names brand and sender only, in the Message-ID too', async () => {
    const sendFromSky = createMailer(sandbox.smtpUrl, 'Fares <no-reply@mail.example>');
    await sendFromSky({ id: '1.x', fromName: 'Sky', to: 'r@example.com', subject: 'Hello', text: 'Text' });
    const [mail] = await sandbox.getEmails('r@example.com');
    expect(mail?.headers['message-id']).toBe('<1.x@mail.example>');
    expect(JSON.stringify(mail)).not.toMatch(/fare/i);
  });

  it('[MAIL-02] sends to one address, even if the text lists more', async () => {
    await send({ to: 'p@example.com, q@example.com', subject: 'Hello', text: 'Text' }).catch(() => undefined);
    expect(await sandbox.getEmails('q@example.com')).toEqual([]);
    expect(await sandbox.getEmails('p@example.com')).toEqual([]);
  });

  it('[MAIL-02] gives up a mail server that accepts the connection and says nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sent = createMailer(
      `smtp://127.0.0.1:${port}`,
      'a@example.com',
    )({
      ...{ to: 'r@example.com', subject: 'Hello', text: 'Text' },
    });
    const refused = expect(sent).rejects.toThrow(/greeting/i);
    const [socket] = (await once(server, 'connection')) as [Socket];
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    vi.useRealTimers();
    socket.destroy();
    server.close();
  });
});
