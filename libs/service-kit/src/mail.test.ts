import { createHash, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { Registry } from 'prom-client';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMailer, classifyRefusal, findRefusal, toMailLine, toMailText, type SendMail } from './mail.ts';
import { startMailSandbox, type MailSandbox } from './testing/index.ts';

/** Starts a mail server that hands over the mails as they were sent. */
async function startSmtpServer(onMail: (mail: string) => void): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        onMail(Buffer.concat(chunks).toString('latin1'));
        done();
      });
    },
  });
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(listening.address() as AddressInfo));
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return `smtp://127.0.0.1:${port}`;
}

/** Verifies the signature of a mail as its receiver does, with relaxed canonicalisation. (RFC 6376, 3.4) */
function verifyDkim(mail: string, key: KeyObject): { isValid: boolean; tags: Record<string, string> } {
  const end = mail.indexOf('\r\n\r\n');
  const fields = mail.slice(0, end).split(/\r\n(?![ \t])/);
  const relax = (field: string) => {
    const [name = '', ...value] = field.replaceAll('\r\n', '').split(':');
    return `${name.toLowerCase().trim()}:${value
      .join(':')
      .replaceAll(/[ \t]+/g, ' ')
      .trim()}`;
  };
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? '';
  const tags = Object.fromEntries(
    signature
      .replace(/^[^:]*:/, '')
      .split(';')
      .map((tag) => [tag.split('=')[0]!.trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(/\s/g, '')]),
  ) as Record<string, string>;
  const body = mail
    .slice(end + 4)
    .replaceAll(/[ \t]+(?=\r\n)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n');
  const isBodySame = createHash('sha256').update(body, 'latin1').digest('base64') === tags.bh;
  const signed = (tags.h ?? '')
    .split(':')
    .map((name) => relax(fields.findLast((field) => field.toLowerCase().startsWith(`${name}:`)) ?? ''));
  const text = [...signed, relax(signature.replace(/([;\s]b=)[\s\S]*$/, '$1'))].join('\r\n');
  const isSigned = verify('sha256', Buffer.from(text, 'latin1'), key, Buffer.from(tags.b ?? '', 'base64'));
  return { isValid: isBodySame && isSigned, tags };
}

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
    createMailer({ SMTP_URL: sandbox.smtpUrl, MAIL_FROM: 'Fareline <no-reply@fareline.example>' })(message);

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
    const send = createMailer({ SMTP_URL: sandbox.smtpUrl, MAIL_FROM: 'a@fareline.example' }, accepted);
    await send({ ...mail, to: 'r@Gmail.com' });
    await send({ ...mail, to: 'r@unknown.example' });
    const sendNowhere = createMailer(
      { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@fareline.example' },
      refused,
    );
    await expect(sendNowhere({ ...mail, to: 'r@gmail.com' })).rejects.toThrow();
    const lines = await Promise.all([accepted, refused].map((metrics) => metrics.metrics()));
    expect(lines.join('\n').match(/^mails_total.*$/gm)).toEqual([
      'mails_total{brand="Sky",domain="gmail.com",outcome="sent"} 1',
      'mails_total{brand="Sky",domain="other",outcome="sent"} 1',
      'mails_total{brand="Sky",domain="gmail.com",outcome="refused"} 1',
    ]);
  });

  it('[HOST-03] names brand and sender only, in the Message-ID too', async () => {
    const sendFromSky = createMailer({
      ...{ SMTP_URL: sandbox.smtpUrl, MAIL_FROM: 'Fares <no-reply@mail.example>' },
    });
    await sendFromSky({ id: '1.x', fromName: 'Sky', to: 'r@example.com', subject: 'Hello', text: 'Text' });
    const [mail] = await sandbox.getEmails('r@example.com');
    expect(mail?.headers['message-id']).toBe('<1.x@mail.example>');
    expect(JSON.stringify(mail)).not.toMatch(/fare/i);
  });

  it('says that no person wrote a mail, unless one did', async () => {
    await send({ to: 'auto@example.com', subject: 'Booking', text: 'Text' });
    await send({ to: 'auto@example.com', subject: 'Message', text: 'Text', autoSubmitted: 'no' });
    const mails = await sandbox.getEmails('auto@example.com');
    expect(mails.map(({ headers }) => headers['auto-submitted'])).toEqual(['no', 'auto-generated']);
  });

  it('signs a mail with the key of the domain, what its receiver acts on included', async () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const mails: string[] = [];
    const smtpUrl = await startSmtpServer((mail) => mails.push(mail));
    const signed = createMailer({
      ...{ SMTP_URL: smtpUrl, MAIL_FROM: 'Fareline <no-reply@fareline.example>' },
      ...{ DKIM_DOMAIN: 'fareline.example', DKIM_SELECTOR: 'mail2026' },
      DKIM_PRIVATE_KEY: String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    });
    await signed({
      ...{ id: '1.x', fromName: 'Säntis', to: 'r@example.com', subject: 'Grüße  ✈', html: '<p>Grüße</p>' },
      text: 'Grüße  \n\nand a .\n.\n\n',
    });
    const [mail = ''] = mails;
    const { isValid, tags } = verifyDkim(mail, keys.publicKey);
    expect(isValid).toBe(true);
    expect(tags).toMatchObject({ d: 'fareline.example', s: 'mail2026', a: 'rsa-sha256' });
    expect(tags.h?.split(':')).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id']),
    );
    for (const forged of [mail.replace('and a', 'and b'), mail.replace('To: r@', 'To: s@')])
      expect(verifyDkim(forged, keys.publicKey).isValid).toBe(false);
    expect(verifyDkim(mail, generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey).isValid).toBe(
      false,
    );
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
    const sent = createMailer({
      ...{ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'a@example.com' },
    })({
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

it.each([
  // Outlook.com, Exchange Online, and domains without a mail server.
  ['550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'address'],
  ['550 5.4.1 Recipient address rejected: Access denied.', 'address'],
  ['550 5.1.0 <a@example.com> recipient rejected', 'address'],
  ['550 5.4.310 DNS domain example.con does not exist', 'address'],
  ['5.4.4 Unable to route: no mail hosts for domain', 'address'],
  ['550 5.1.0 Sender denied', 'sender'],
  ['550 5.5.0 Message refused', 'sender'],
  ['450 4.2.1 The user you are trying to contact is receiving mail too quickly', 'mailbox'],
  ['4.4.7 Delivery time expired', 'mailbox'],
  ['451 4.3.2 System not accepting network messages', 'mailbox'],
  ['421 4.7.0 Try again later', 'sender'],
  ['550 No such user, said to 10.5.2.2', undefined],
] as const)('[CARE-04] tells wrong address, mailbox and our own fault apart: %s', (answer, expected) =>
  expect(classifyRefusal(answer)).toBe(expected),
);

describe('an address that the mail server refuses', () => {
  const createError = (response: string, command = 'RCPT TO') => ({
    ...{ command, response, responseCode: Number(response.slice(0, 3)) },
  });
  it.each([
    ['550 5.1.1 User unknown', true],
    ['550-5.1.1 The email account that you tried to reach does not exist', true],
    ['556 5.1.10 Null MX', true],
    ['550 5.2.1 Mailbox disabled', true],
    ['550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', true],
    ['550 No such user here', false],
    ['550 relay not permitted', false],
    ['550 5.7.1 Relaying denied', false],
    ['554 5.7.1 Relay access denied', false],
    ['550 5.1.8 Sender address rejected', false],
    ['552 5.2.2 Mailbox full', false],
    ['554 Transaction failed', false],
    ['450 4.1.1 Try again later', false],
    ['421 Service not available', false],
  ])('is told from a refusal that may pass: %s', (response, isForGood) =>
    expect(findRefusal(createError(response))).toBe(isForGood ? response : undefined),
  );

  it('is not one of the sender, of a text, or of a server that is away', () => {
    for (const command of ['MAIL FROM', 'DATA'])
      expect(findRefusal(createError('550 5.1.1 User unknown', command))).toBeUndefined();
    expect(findRefusal(new Error('connect ECONNREFUSED'))).toBeUndefined();
  });

  it('is recognised in the error of the mailer', async () => {
    const send = createMailer({ SMTP_URL: sandbox.smtpUrl, MAIL_FROM: 'a@fareline.example' });
    const mail = { to: 'refused@example.com', subject: 'Hello', text: 'Text' };
    const error: unknown = await send(mail).catch((reason: unknown) => reason);
    expect(findRefusal(error)).toBe('550 5.1.1 No such user here');
    expect(inspect(error, { depth: 10 })).not.toContain('refused@');
  });
});
