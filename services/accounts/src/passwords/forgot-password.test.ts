import { randomUUID } from 'node:crypto';
import { brandHeader } from '@fareline/service-kit/http/brand-header';
import { attemptKey, tableWindow } from '@fareline/service-kit/limits/table-window';
import { eventually } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readAllTables } from '../testing/read-all-tables.ts';
import { startSharedHarness } from '../testing/harness.ts';
import { createMailboxLimit, createResetMailLimit } from '../mail/mail-limits.ts';

const harness = await startSharedHarness();

const password = 'correct horse 7';
const newPassword = 'Violet-Harbour-42!';

const askForLink = (email: string, host?: string) =>
  harness.send('POST', '/api/auth/forgot-password', { email }, host ? { host } : {});
const signIn = (username: string, password: string) =>
  harness.post('/api/auth/login', { username, password });
const reset = (token: string, newPassword: string) =>
  harness.post('/api/auth/reset-password', { token, newPassword });
const getMails = async (email: string, subject: RegExp) =>
  (await harness.mail.getEmails(email)).filter((mail) => subject.test(mail.subject));
const getResetTokens = async (email: string) =>
  (await getMails(email, /^Set a new password/)).map(
    ({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? '',
  );
const waitForResetToken = (email: string) => eventually(async () => (await getResetTokens(email))[0], 20_000);
const waitForEmptyOutbox = () =>
  eventually(async () => {
    const waiting = await harness.db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute();
    return waiting.length === 0 || undefined;
  }, 20_000);
const waitForFailedMail = () =>
  eventually(async () => {
    const tables = await readAllTables(harness.db);
    return tables.some(({ row }) => Number(row['attempts']) > 0 && row['done_at'] === null) || undefined;
  });
const updateUser = (
  username: string,
  change: { first_name?: string; email_verified_at?: Date; link_origin?: string },
) => harness.db.updateTable('users').set(change).where('username', '=', username).execute();

describe('the request of a reset link', () => {
  it('[LOGIN-06] inserts the same row, and reads no user, for known and unknown email addresses', async () => {
    await harness.signIn('known');
    await waitForEmptyOutbox();
    const rows = await harness.db.transaction().execute(async (trx) => {
      // A request or job that reads users waits until the end of the transaction.
      await sql`lock table users, mailed_tokens in access exclusive mode`.execute(trx);
      const before = new Set((await readAllTables(harness.db, ['outbox'])).map(({ row }) => row['id']));
      for (const email of ['known@example.com', 'unknown@example.com'])
        expect((await askForLink(email)).status).toBe(200);
      const after = await readAllTables(harness.db, ['outbox']);
      const rows = after.map(({ row }) => row).filter(({ id }) => !before.has(id));
      return rows.toSorted((one, other) => String(one.subject).localeCompare(String(other.subject)));
    });
    expect(rows.map(({ subject }) => subject)).toEqual(['known@example.com', 'unknown@example.com']);
    const [known, unknown] = rows.map(
      ({
        id: _,
        subject: __,
        created_at: ___,
        next_attempt_at: ____,
        lease_token: _____,
        lease_until: ______,
        ...row
      }) => row,
    );
    expect(known).toEqual(unknown);
    await waitForEmptyOutbox();
    expect(await getResetTokens('known@example.com')).toHaveLength(1);
    expect(await harness.mail.getEmails('unknown@example.com')).toEqual([]);
    expect(JSON.stringify(await readAllTables(harness.db))).not.toContain('unknown@example.com');
  });

  it('[ACCOUNT-03] stores no token, neither while the mail waits nor after it was sent', async () => {
    await harness.signIn('secretive');
    await waitForEmptyOutbox();
    await harness.mail.refuse(true);
    await askForLink('secretive@example.com');
    await waitForFailedMail();
    expect(JSON.stringify(await readAllTables(harness.db))).not.toContain('token=');
    await harness.mail.refuse(false);
    const token = await waitForResetToken('secretive@example.com');
    await waitForEmptyOutbox();
    expect(token.length).toBeGreaterThan(40);
    expect(JSON.stringify(await readAllTables(harness.db))).not.toContain(token);
    expect((await reset(token, newPassword)).status).toBe(200);
  });

  it('[ACCOUNT-02] made before a new password was set leads to no link, also when its mail waited', async () => {
    await harness.signIn('twice');
    await askForLink('twice@example.com');
    const token = await waitForResetToken('twice@example.com');
    await waitForEmptyOutbox();
    await harness.mail.refuse(true);
    await askForLink('twice@example.com');
    await waitForFailedMail();
    expect((await reset(token, newPassword)).status).toBe(200);
    await harness.mail.refuse(false);
    await waitForEmptyOutbox();
    expect(await getResetTokens('twice@example.com')).toEqual([token]);

    await askForLink('twice@example.com');
    const tokens = await eventually(async () => {
      const found = await getResetTokens('twice@example.com');
      return found.length === 2 ? found : undefined;
    });
    expect((await reset(tokens[0] ?? '', 'Another-Harbour-43!')).status).toBe(200);
  });

  it('[ACCOUNT-02] lets the owner of a mailbox take an account that a stranger registered with it', async () => {
    const stranger = await harness.signIn('stranger', password);
    expect((await harness.get('/api/auth/user', stranger)).body.emailVerified).toBe(false);
    await askForLink('stranger@example.com');
    expect((await reset(await waitForResetToken('stranger@example.com'), newPassword)).status).toBe(200);
    expect((await harness.get('/api/auth/user', stranger)).status).toBe(401);
    expect((await signIn('stranger', password)).status).toBe(401);
    const owner = await signIn('stranger@example.com', newPassword);
    expect(owner.body.user).toMatchObject({ username: 'stranger', emailVerified: true });
  });
});

describe('the limit of reset mails', () => {
  const countRows = async (email: string) =>
    (await harness.db.selectFrom('outbox').select('id').where('subject', '=', email).execute()).length;

  it('[LIMIT-05, LOGIN-06] is three an hour for an email address, with the same answer and count for known and unknown ones', async () => {
    const secondReplica = await harness.startReplica();
    await harness.signIn('bombed');
    const emails = ['bombed@example.com', 'nobody@example.com'];
    const outcomes = await Promise.all(
      emails.map(async (email) => {
        const responses = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            (index % 2 ? harness : secondReplica).post('/api/auth/forgot-password', {
              email: index % 3 ? email : email.toUpperCase(),
            }),
          ),
        );
        return new Set(responses.map(({ status, body }) => JSON.stringify([status, body])));
      }),
    );
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.size).toBe(1);
    for (const email of emails)
      expect((await tableWindow(harness.db).count([createResetMailLimit(email)]))?.waitMs).toBeGreaterThan(
        3_500_000,
      );
    await waitForEmptyOutbox();
    expect(await getResetTokens('bombed@example.com')).toHaveLength(3);
  });

  it('[LIMIT-05] is three an hour for all sub-addresses of a mailbox that nobody has verified', async () => {
    const names = ['bomb1', 'bomb2', 'bomb3', 'bomb4', 'bomb'];
    for (const name of names) await harness.signIn(name);
    const toEmail = (name: string) => (name === 'bomb' ? 'bomb@example.org' : `bomb+${name}@example.org`);
    for (const name of names)
      await harness.db
        .updateTable('users')
        .set({ email: toEmail(name) })
        .where('username', '=', name)
        .execute();
    const requestMails = async (list: string[]) => {
      for (const name of list) await harness.post('/api/auth/forgot-password', { email: toEmail(name) });
      await waitForEmptyOutbox();
      const tokens = await Promise.all(list.map((name) => getResetTokens(toEmail(name))));
      return tokens.flat().length;
    };
    expect(await requestMails(names.slice(0, 4))).toBe(3);
    expect(await requestMails(['bomb'])).toBe(1);
    await harness.db.updateTable('users').set({ email_verified_at: new Date() }).execute();
    expect(await requestMails(names.slice(0, 4))).toBe(3 + 4);
  });

  it('[LIMIT-05] is, with those of all kinds that anyone can ask for, thirty a day for a mailbox', async () => {
    const email = 'flooded@example.com';
    const session = await harness.signIn('flooded');
    const sent = async () => {
      const { rows } = await sql<{ kind: string }>`
        select kind from outbox where subject in (${email}, (select id::text from users where email = ${email}))
        order by kind`.execute(harness.db);
      return rows.map(({ kind }) => kind);
    };
    for (let mails = 0; mails < 27; mails += 1)
      await tableWindow(harness.db).count([createMailboxLimit(email)]);
    const contact = { name: 'Ada', email, subject: 'other', message: 'Hello' };
    for (let times = 0; times < 2; times += 1) {
      await askForLink(email);
      await harness.post('/api/contact', contact);
      await harness.post('/api/auth/send-verification', {}, session);
    }
    expect((await sent()).filter((kind) => kind !== 'email-verification')).toEqual([
      'contact-copy',
      'password-reset',
    ]);
    expect((await harness.post('/api/auth/send-verification', {}, session)).status).toBe(429);
  });

  it('[LIMIT-05] leaves no mail to a mailbox that thirty codes were mailed to, each counted once', async () => {
    await harness.signIn('coded');
    const count = async (id: string, email: string) =>
      (await harness.postInternal('/internal/mailed-codes', { id, email })).body;
    const ids = Array.from({ length: 31 }, () => randomUUID());
    const answers = [];
    for (const id of [...ids.slice(0, 5), ...ids])
      answers.push((await count(id, 'Coded@example.com')).is_within_limit);
    // The one that verifies the address was the first.
    expect(answers.map((isWithin, index) => (isWithin ? [] : [index])).flat()).toEqual([34, 35]);
    expect(await count(ids[0] ?? '', 'coded@example.com')).toEqual({ is_within_limit: true });
    await askForLink('coded@example.com');
    const rows = await harness.db
      .selectFrom('outbox')
      .select('id')
      .where('subject', '=', 'coded@example.com')
      .execute();
    expect(rows).toEqual([]);
  });

  it('[LIMIT-05] leaves a link that works to a user whose email address a stranger keeps entering', async () => {
    await harness.signIn('nagged');
    for (let request = 0; request < 10; request += 1) await askForLink('nagged@example.com');
    expect((await askForLink('nagged@example.com')).body.message).toMatch(/at most 3 an hour/);
    const tokens = await eventually(async () => {
      const found = await getResetTokens('nagged@example.com');
      return found.length === 3 ? found : undefined;
    });
    expect((await reset(tokens[0] ?? '', newPassword)).status).toBe(200);
    // All links have ended, so the next request has to lead to a new one.
    await askForLink('nagged@example.com');
    await eventually(async () => (await getResetTokens('nagged@example.com')).length === 4 || undefined);
  });

  it('[LIMIT-05] ends after an hour', async () => {
    await harness.signIn('hourly');
    for (let request = 0; request < 4; request += 1) await askForLink('hourly@example.com');
    await waitForEmptyOutbox();
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from window_ends_at - now())::float / 60 as minutes from attempts
      where key = ${attemptKey(createResetMailLimit('hourly@example.com'))}`.execute(harness.db);
    expect(rows[0]?.minutes).toBeGreaterThan(59);
    expect(rows[0]?.minutes).toBeLessThanOrEqual(60);
    await harness.db
      .updateTable('attempts')
      .set({ window_ends_at: new Date(Date.now() - 1) })
      .execute();
    await askForLink('hourly@example.com');
    expect(await countRows('hourly@example.com')).toBe(4);
  });
});

it('[LIMIT-06] returns 503 with Retry-After for known and unknown email addresses while 1,000 reset mails wait', async () => {
  await waitForEmptyOutbox();
  await harness.signIn('queued');
  await sql`
    insert into outbox (kind, subject, next_attempt_at)
    select 'password-reset', n || '@example.com', now() + interval '1 hour'
    from generate_series(1, 999) n`.execute(harness.db);
  expect((await askForLink('queued@example.com')).status).toBe(200);
  await sql`insert into outbox (kind, subject, next_attempt_at)
    values ('password-reset', 'last@example.com', now() + interval '1 hour')`.execute(harness.db);
  for (const email of ['queued@example.com', 'nobody@example.com']) {
    const { status, headers, body } = await askForLink(email);
    expect([status, headers['retry-after'], body.error]).toEqual([503, '60', 'SERVICE_UNAVAILABLE']);
  }
  const { body: metrics } = await harness.app.inject('/metrics');
  // The number includes mails of the registration, if they still wait.
  expect(metrics).toMatch(/\noutbox_waiting_mails 100\d\n/);
  expect(metrics).toContain('\nhash_queue_length 0\n');
  // Mails of other kinds do not wait for these.
  await harness.signIn('registered');
  await sql`delete from outbox where subject like '%@example.com'`.execute(harness.db);
});

describe('the mail with a reset link', () => {
  const sunhop = { host: 'sunhop.example', [brandHeader]: 'sunhop' };
  const askOnSunhop = (email: string) => harness.send('POST', '/api/auth/forgot-password', { email }, sunhop);
  const registerOnSunhop = (username: string) =>
    harness.send(
      'POST',
      '/api/auth/register',
      { username, email: `${username}@example.com`, password, firstName: 'Ada', lastName: 'Byron' },
      sunhop,
    );
  const waitForMail = async (email: string) => {
    await waitForResetToken(email);
    const [mail] = await getMails(email, /^Set a new password/);
    return {
      sender: mail?.from.match(/\w+/)?.[0],
      subject: mail?.subject,
      origin: /https?:\/\/[^/]+/.exec(mail?.text ?? '')?.[0],
    };
  };
  const mailOfSunhop = {
    sender: 'Sunhop',
    subject: 'Set a new password for Sunhop',
    origin: 'http://sunhop.example:3000',
  };
  const mailOfSite = {
    sender: 'Fareline',
    subject: 'Set a new password for Fareline',
    origin: 'http://localhost:3000',
  };

  it('[HOST-03] leads to the site itself when a stranger asks on the host of a brand', async () => {
    await harness.signIn('victim');
    await updateUser('victim', { email_verified_at: new Date() });
    await harness.signIn('unverified');
    for (const email of ['victim@example.com', 'unverified@example.com']) {
      await askOnSunhop(email);
      expect(await waitForMail(email)).toEqual(mailOfSite);
    }
  });

  it('[HOST-03] leads to the brand’s host on which the email address was verified, wherever it is asked for', async () => {
    await registerOnSunhop('sunny');
    const [verification] = await eventually(async () => {
      const mails = await getMails('sunny@example.com', /^Confirm your email/);
      return mails.length ? mails : undefined;
    });
    const [, token] = /verify-email\?token=([\w-]+)/.exec(verification?.text ?? '') ?? [];
    await harness.send('POST', '/api/auth/verify-email', { token }, sunhop);
    await askForLink('sunny@example.com');
    expect(await waitForMail('sunny@example.com')).toEqual(mailOfSunhop);
  });

  it('[HOST-03] leads to the brand’s host on which an unverified account was made only if it is asked for there', async () => {
    for (const username of ['here', 'elsewhere']) await registerOnSunhop(username);
    await askOnSunhop('here@example.com');
    expect(await waitForMail('here@example.com')).toEqual(mailOfSunhop);
    await askForLink('elsewhere@example.com');
    expect(await waitForMail('elsewhere@example.com')).toEqual(mailOfSite);
  });

  it('[HOST-03] leads to the site itself when the host is no brand’s any more', async () => {
    await harness.signIn('moved');
    await updateUser('moved', { email_verified_at: new Date(), link_origin: 'http://gone.example:3000' });
    await askOnSunhop('moved@example.com');
    expect(await waitForMail('moved@example.com')).toEqual(mailOfSite);
  });

  it('[HOST-03, SECURITY-08] leads users to their brand’s host, and administrators to the site itself', async () => {
    await registerOnSunhop('traveller');
    await registerOnSunhop('chief');
    await harness.db.updateTable('users').set({ is_admin: true }).where('username', '=', 'chief').execute();
    for (const [name, origin] of [
      ['traveller', 'http://sunhop.example:3000'],
      ['chief', 'http://localhost:3000'],
    ] as const) {
      await updateUser(name, { email_verified_at: new Date() });
      await askForLink(`${name}@example.com`, 'sunhop.example');
      const token = await waitForResetToken(`${name}@example.com`);
      await harness.send(
        'POST',
        '/api/auth/reset-password',
        { token, newPassword },
        { host: 'sunhop.example' },
      );
      const notice = await eventually(
        async () => (await getMails(`${name}@example.com`, /^Your password/))[0],
        20_000,
      );
      const [mail] = await getMails(`${name}@example.com`, /^Set a new password/);
      const links = [mail, notice].map((found) => /https?:\/\/[^/]+/.exec(found?.text ?? '')?.[0]);
      expect(links).toEqual([origin, origin]);
    }
  });

  const attack = 'Ada\r\nVisit https://evil.example\u2028now\u2029and\u0085then \u202egnp.exe\u200b';

  it('[ACCOUNT-01] names no unverified user, because a stranger may have chosen the name', async () => {
    await harness.signIn('phisher');
    await updateUser('phisher', { first_name: attack });
    await askForLink('phisher@example.com');
    await waitForResetToken('phisher@example.com');
    const [mail] = await getMails('phisher@example.com', /^Set a new password/);
    expect(mail?.text.split(/\r?\n/)[0]).toBe('Hello,');
    expect(mail?.text).not.toMatch(/evil|phisher/);
  });

  it('[ACCOUNT-01] has no line or invisible character from the name of a verified user', async () => {
    await harness.signIn('injector');
    await updateUser('injector', { first_name: attack, email_verified_at: new Date() });
    await askForLink('injector@example.com');
    await waitForResetToken('injector@example.com');
    const [mail] = await getMails('injector@example.com', /^Set a new password/);
    const lines = mail?.text.split(/[\r\n\u0085\u2028\u2029]+/) ?? [];
    expect(lines[0]).toBe('Hello Ada Visit https://evil.example now and then gnp.exe,');
    expect(lines[1]).toMatch(/^Somebody asked for a new password for your Fareline account/);
  });
});

describe('the mail about a new password', () => {
  const getNotices = (email: string) => getMails(email, /^Your password for Fareline was changed/);
  const waitForNotice = (email: string) => eventually(async () => (await getNotices(email))[0]);

  it('[ACCOUNT-02] says when it was changed and what to do, and has no token', async () => {
    const session = await harness.signIn('notified');
    await updateUser('notified', { email_verified_at: new Date() });
    const body = { currentPassword: password, newPassword };
    expect((await harness.post('/api/auth/change-password', body, session)).status).toBe(200);
    const { text } = await waitForNotice('notified@example.com');
    expect(text).toMatch(/your Fareline account \(user name notified\) on \w{3} \d+, \d{4} at \d\d:\d\d UTC/);
    expect(text).toContain('http://localhost:3000/forgot-password');
    expect(text).toContain('+1 888 555 0142');
    expect(text).not.toContain('token');
  });

  it('[ACCOUNT-02] is sent after a reset, which verifies the email address', async () => {
    await harness.signIn('renewed');
    await askForLink('renewed@example.com');
    await reset(await waitForResetToken('renewed@example.com'), newPassword);
    expect((await waitForNotice('renewed@example.com')).text).toContain('Hello Ada,');
  });

  it('[ACCOUNT-02] is not sent to an email address that is not verified', async () => {
    const session = await harness.signIn('unproven');
    const body = { currentPassword: password, newPassword };
    expect((await harness.post('/api/auth/change-password', body, session)).status).toBe(200);
    await waitForEmptyOutbox();
    expect(await getNotices('unproven@example.com')).toEqual([]);
  });
});
