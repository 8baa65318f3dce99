import type { Brand } from '@fareline/contracts';
import { fontStack } from '@fareline/presentation/theme';
import { convert } from 'html-to-text';
import { Fragment, h, type ComponentChildren, type CSSProperties } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';
import { caption, code, link, type Block } from './blocks.ts';
import { BrandTones, createDarkRules, Toned, type Tone } from './tones.ts';

/** What a mail shows of its brand. */
export type MailBrand = Pick<Brand, 'name' | 'contact' | 'logo' | 'theme' | 'content'>;

export interface MailContent {
  subject: string;
  /** Shown beside the subject in a list of mails; says what the subject does not. */
  preheader: string;
  blocks: readonly Block[];
}

/** Both parts of a mail are of the same source. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

const width = 600;

/** Mail clients show no SVG: the site serves each of its own as PNG too, and of others there is the name. */
function findLogo(logo: string, origin: string): string | undefined {
  const url = new URL(logo, origin);
  if (url.origin === origin) url.pathname = url.pathname.replace(/\.svg$/, '.png');
  return /\.(png|jpe?g|gif)$/.test(url.pathname) ? url.href : undefined;
}

function Header({ brand, origin }: { brand: MailBrand; origin: string }) {
  const src = findLogo(brand.logo, origin);
  const picture = { verticalAlign: 'middle', marginRight: 12, border: 0 };
  const words: CSSProperties = {
    fontSize: 20,
    fontWeight: 700,
    textDecoration: 'none',
    verticalAlign: 'middle',
  };
  return h(
    'div',
    { 'data-skip-in-text': 'true' },
    // A lazy picture is not loaded ahead, by a tag that mail clients do not know.
    src ? h('img', { src, alt: '', width: 32, height: 32, loading: 'lazy', style: picture }) : null,
    h(Toned, { as: 'a', tone: 'header', href: `${origin}/`, style: words }, brand.name),
  );
}

/** Who wrote the mail, and how to reach them. (HOST-03) */
function Footer({ brand, origin }: { brand: MailBrand; origin: string }) {
  const { name, contact, content } = brand;
  const { legalName, registeredOffice } = content.company;
  const isReachable = contact.phone || contact.email;
  return h(
    Fragment,
    null,
    isReachable
      ? caption(
          'Questions? ',
          ...(contact.phone ? ['Call us on ', code(contact.phone)] : []),
          ...(contact.phone && contact.email ? [' or write to '] : []),
          ...(contact.email ? [contact.phone ? '' : 'Write to ', code(contact.email)] : []),
          '.',
        )
      : null,
    caption(
      link(name, `${origin}/`),
      ', ',
      [legalName, registeredOffice || contact.address].filter(Boolean).join(', '),
    ),
  );
}

interface MailPageProps extends MailContent {
  brand: MailBrand;
  origin: string;
}

function MailPage({ brand, origin, subject, preheader, blocks }: MailPageProps) {
  const { theme } = brand;
  const radius = { rounded: 8, square: 0, round: 16 }[theme.corners];
  const font: CSSProperties = {
    ...{ fontFamily: fontStack(theme.font), fontSize: 15, lineHeight: '24px' },
    // A long word, as a message may have, would make the table wider than a phone.
    wordBreak: 'break-word',
  };
  const hidden: CSSProperties = { display: 'none', maxHeight: 0, overflow: 'hidden' };
  const table = { role: 'presentation', cellpadding: 0, cellspacing: 0, border: 0 };
  const rules = [
    `.button{border-radius:${theme.buttons === 'pill' ? 24 : radius}px}`,
    `.notice{border-radius:${radius}px}`,
    createDarkRules(theme),
  ];
  const row = (tone: Tone, ...content: ComponentChildren[]) =>
    h('tr', null, h(Toned, { as: 'td', tone, style: { padding: '24px' } }, ...content));
  return h(
    'html',
    { lang: 'en', dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, subject),
      h('style', null, rules.join('\n')),
    ),
    h(
      Toned,
      { as: 'body', tone: 'page', style: { margin: 0, padding: 0 } },
      h('div', { style: hidden, 'data-skip-in-text': 'true' }, preheader),
      h(
        Toned,
        { as: 'table', tone: 'page', ...table, width: '100%' },
        h(
          'tbody',
          null,
          h(
            'tr',
            null,
            h(
              'td',
              { align: 'center' },
              h(
                'table',
                // Outlook reads the attribute, the others the style.
                { ...table, width, style: { ...font, width: '100%', maxWidth: width, textAlign: 'left' } },
                h(
                  'tbody',
                  null,
                  row('header', h(Header, { brand, origin })),
                  row('card', ...blocks),
                  row('page', h(Footer, { brand, origin })),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * A mail in the look of a brand, whose logo and links are at `origin`. It loads nothing but the logo, so that no other site learns
 * when it is read. (DOC-01, HOST-03)
 */
export function renderMail(brand: MailBrand, origin: string, content: MailContent): RenderedMail {
  const page = h(BrandTones, { theme: brand.theme, children: h(MailPage, { brand, origin, ...content }) });
  const html = `<!doctype html>${renderToStaticMarkup(page)}`;
  const tight = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
  const heading = { leadingLineBreaks: 2, trailingLineBreaks: 1, uppercase: false };
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      ...['img', '[data-skip-in-text]'].map((selector) => ({ selector, format: 'skip' })),
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      ...['h2', 'h3'].map((selector) => ({ selector, options: heading })),
      ...['div', 'table', 'tr'].map((selector) => ({ selector, format: 'block', options: tight })),
      { selector: 'td', format: 'inline' },
    ],
  });
  return { subject: content.subject, html, text: `${text}\n` };
}
