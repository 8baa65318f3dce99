import { newBrand, defaultBrand } from '@fareline/contracts/schemas';
import { findTokenLinks, tokenLinks } from '@fareline/contracts/testing';
import { renderMail } from '@fareline/mails';
import { listAddresses, listUnknownFeatures } from '@fareline/mails/testing';
import { describe, expect, it } from 'vitest';
import { sampleBrand } from '../brands/sample-brand.ts';
import { createContactCopyMail } from '../contact/compose-contact-copy-mail.ts';
import { toExcerpt } from '../contact/excerpt.ts';
import { createPasswordChangedMail } from '../passwords/compose-password-changed-mail.ts';
import { createResetMail } from '../passwords/compose-reset-mail.ts';
import { sampleMails, sampleToken } from '../testing/sample-mails.ts';
import { createMessageMail } from './message-mail.ts';

const origin = 'https://sunhop.example';
const mails = sampleMails(sampleBrand, origin);
const find = (name: string) => mails.find((mail) => mail.name === name)?.mail ?? expect.fail(name);

/** The addresses that a mail leads to, of both parts. */
const readLinks = ({ html, text }: { html: string; text: string }) => ({
  html: new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)),
  text: new Set(text.match(/https?:\/\/[^\s,)]+/g)),
});
const readBody = (html: string) => html.slice(html.indexOf('<body'));
const decode = (html: string) => html.replace(/&quot;/g, '"').replace(/&amp;/g, '&');
const readPreheader = (html: string) => /data-skip-in-text="true">([^<]*)</.exec(readBody(html))?.[1];

describe.each(mails)('the mail $name', ({ mail }) => {
  it('[DOC-01] leads from both parts to the same pages, all on the host of the brand', () => {
    const links = readLinks(mail);
    expect(links.text).toEqual(links.html);
    for (const link of links.text) expect(link.startsWith(`${origin}/`)).toBe(true);
  });

  it('[HOST-03] names the brand and its phone in both parts, and no other', () => {
    for (const part of [readBody(mail.html), mail.text]) {
      expect(part).toContain('Sunhop');
      expect(part).toContain(sampleBrand.contact.phone);
      expect(part).not.toContain('Fareline');
    }
  });

  it('[DOC-01] says the same in both parts', () => {
    const words = decode(readBody(mail.html).replace(/<[^>]+>/g, '')).replace(/\s/g, '');
    const text = mail.text.replace(/https?:\/\/[^\s,]+/g, '').replace(/\s/g, '');
    expect(words.endsWith(text)).toBe(true);
    // In front are only the preheader and the name in the header.
    expect(words.slice(0, -text.length)).toBe(`${readPreheader(mail.html)}Sunhop`.replace(/\s/g, ''));
  });

  it('[DOC-01] is made of what mail clients know', () => expect(listUnknownFeatures(mail.html)).toEqual([]));

  it('[CARE-01] has known links with a token only, which change nothing when they are opened', () => {
    const known = tokenLinks.map(({ link }) => link);
    for (const link of findTokenLinks(listAddresses(mail.html))) expect(known).toContain(link);
  });

  it('[DOC-01] has a preheader, and no token in it or in the subject', () => {
    const preheader = readPreheader(mail.html);
    expect(preheader).toBeTruthy();
    expect(preheader).not.toContain(sampleToken);
    expect(mail.subject).not.toContain(sampleToken);
  });

  it('[DOC-02] has no password', () => {
    expect(mail.text).not.toMatch(/password(?: is)?:\s*\S/i);
  });
});

it.each([
  ['guest-account', 'Set your password', `${origin}/reset-password?token=${sampleToken}`],
  ['email-verification', 'Confirm email address', `${origin}/verify-email?token=${sampleToken}`],
  ['password-reset', 'Set a new password', `${origin}/reset-password?token=${sampleToken}`],
  ['password-changed', 'Ask for the link', `${origin}/forgot-password`],
  ['account-deleted', 'Find your trip', `${origin}/find-trip`],
])('[DOC-01] the mail %s has the button "%s", whose address the text has on its line', (name, label, url) => {
  const { html, text } = find(name);
  expect(html).toMatch(new RegExp(`class="button"[^>]*>${label}</a>`));
  expect(html).toContain(`<a href="${url}" class="button"`);
  expect(html.split('class="button"')).toHaveLength(2);
  expect(text.split('\n')).toContain(`${label} ${url}`);
});

it('[DOC-02] [TRIP-06] the mail to a guest says which booking, how long the link works, and how the trip is found without it', () => {
  const { text } = find('guest-account');
  expect(text).toContain('With your booking at Sunhop (sunhop.example)');
  expect(text).toContain('The link works once, within the next 3 days');
  expect(text).toContain(`Find your trip ${origin}/find-trip`);
  expect(text).toContain(`ask for a new link ${origin}/forgot-password`);
});

it('[ACCOUNT-02] the time of a new password is as on the screens, and says its zone', () => {
  expect(find('password-changed').text).toContain('on Nov 28, 2026 at 14:05 UTC');
});

it('[HOST-04] a brand without a phone asks the reader to write', () => {
  const bare = { ...newBrand, id: 'bare', name: 'Bare' };
  for (const { name, mail } of sampleMails(bare, origin)) {
    expect(mail.text, name).not.toMatch(/call us|888 555/);
    if (['guest-account', 'password-changed', 'account-deleted'].includes(name))
      expect(mail.text, name).toContain(`please write to us ${origin}/contact`);
  }
});

describe('names and texts of strangers', () => {
  const hostile = `Ada"><script>alert(1)</script>' & \u202egnp.exe\u200b\r\nBcc: x@evil.example`;
  const verified = { username: 'ada', first_name: hostile, email_verified_at: new Date() };

  it('[ACCOUNT-01] are text in the HTML, in one line and without invisible characters', () => {
    const mailsOfAda = [
      createResetMail(sampleBrand, origin, { user: verified, token: sampleToken }),
      createPasswordChangedMail(sampleBrand, origin, { user: verified, changedAt: new Date() }),
    ].map((content) => renderMail(sampleBrand, origin, content));
    for (const { html, text } of mailsOfAda) {
      expect(html).toContain("Ada&quot;>&lt;script>alert(1)&lt;/script>' &amp; gnp.exe Bcc:");
      expect(html).not.toMatch(/<script|\u202e|\u200b/);
      expect(text.split('\n')[0]).toBe(
        `Hello Ada"><script>alert(1)</script>' & gnp.exe Bcc: x@evil.example,`,
      );
    }
  });

  it('[API-81] are text in the HTML of a message to the brand', () => {
    const body = `Name: Ivo\n\n<img src=x onerror=alert(1)> & "quoted"\nsecond line`;
    const message = { replyTo: 'ivo@example.com', subject: 'Contact form: other, from <b>Ivo</b>', body };
    const { html, text } = renderMail(sampleBrand, origin, createMessageMail(message));
    expect(html).toContain('&lt;img src=x onerror=alert(1)> &amp; &quot;quoted&quot;<br/>second line');
    expect(html).not.toMatch(/<img src=x|<b>Ivo/);
    expect(text.startsWith(body)).toBe(true);
  });

  it('[LIMIT-05] lead nowhere in the copy to the address that was entered', () => {
    const excerpt = toExcerpt(
      [
        'Win at https://evil.example/a?b=1 or www.evil.example, evil。com or write to x@evil.example',
        'or call +1 (800) 555-0142 or 8005550142, see //evil, <a href="http://evil.example">here</a>',
        'My booking RZPNX8 of Dec 5, 16:35, seat 12A. All well?',
      ].join('\n'),
    );
    const { html, text } = renderMail(
      sampleBrand,
      origin,
      createContactCopyMail(sampleBrand, origin, { topic: 'other', excerpt }),
    );
    for (const part of [html, text]) {
      expect(part).not.toMatch(/evil|800/);
      expect(part).toContain('My booking RZPNX8 of Dec 5, 16:35, seat 12A. All well?');
    }
  });

  it.each(['tel:911', 'Mailto:evil', '80.0.0.1/evil', '1-800-FLOWERS', '+44·20·7800·0142'])(
    '[LIMIT-05] have nothing in the copy that a mail client makes a link of: %s',
    (text) => expect(toExcerpt(`Please see ${text} now.`)).toBe('Please see […] now.'),
  );

  it('[LIMIT-05] are cut in the copy, between characters', () => {
    expect(toExcerpt('Where is it?')).toBe('Where is it?');
    expect(toExcerpt('')).toBe('');
    expect(toExcerpt(`${'a'.repeat(299)}😀 and more`)).toBe(`${'a'.repeat(299)}😀 […]`);
  });
});

describe('the copy of a message', () => {
  const write = (topic: 'refund' | 'other' | undefined, brand = defaultBrand) =>
    renderMail(
      brand,
      origin,
      createContactCopyMail(brand, origin, { excerpt: 'Hello', ...(topic ? { topic } : {}) }),
    ).text;

  it('[CONTACT-08] says when it is answered, by its topic', () => {
    expect(write('refund')).toContain('We answer e-mail within 24 hours.');
    expect(write('other')).toContain('We answer e-mail within 30 minutes.');
    expect(write(undefined)).toContain('We answer e-mail within 30 minutes.');
  });

  it('[PROMISE-05] promises no time and no phone that the brand does not claim', () => {
    expect(write('refund', { ...newBrand, name: 'Bare' })).not.toMatch(/We answer|urgent/);
  });

  it('[HOST-03] says what to do when it is urgent', () => {
    expect(write('refund')).toContain('If it is urgent, please call us on +1 888 555 0142, 24/7.');
  });
});
