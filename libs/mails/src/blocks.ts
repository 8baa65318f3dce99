import { h, type ComponentChildren, type CSSProperties, type JSX } from 'preact';
import { Toned } from './tones.ts';

/** A part of a mail; what does not apply is left out. */
export type Block = JSX.Element | false | null | undefined;

/** Text, or a part of a sentence such as a link. */
export type Words = string | JSX.Element;

const blockMargin = { margin: '0 0 16px' };
const small: CSSProperties = { fontSize: 13, lineHeight: '20px' };
/** Width of the column of times. */
const timeWidth = 76;

/** A table that only places things, which Outlook needs where other clients take boxes. */
const grid = (style: CSSProperties, ...rows: ComponentChildren[]) =>
  h(
    'table',
    { role: 'presentation', width: '100%', cellpadding: 0, cellspacing: 0, border: 0, style },
    h('tbody', null, ...rows),
  );

const muted = (as: string, style: CSSProperties, ...children: ComponentChildren[]) =>
  h(Toned, { as, tone: 'muted', style: { ...small, ...style } }, ...children);

/** What is in no language, such as a flight number, and is not translated. */
export const code = (text: string): JSX.Element => h('span', { translate: 'no' }, text);

export const strong = (text: string): JSX.Element => h('strong', null, text);

/** A link; in the text part its address follows. */
export const link = (label: string, href: string): JSX.Element =>
  h(Toned, { as: 'a', tone: 'link', href }, label);

export const paragraph = (...words: Words[]): JSX.Element => h('p', { style: blockMargin }, ...words);

/** Less important than a paragraph. */
export const caption = (...words: Words[]): JSX.Element => muted('p', blockMargin, ...words);

/** A text of several lines, such as a written message. */
export const lines = (text: string): JSX.Element =>
  paragraph(...text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [h('br', null), line])));

/** The one thing to press next. */
export const button = (label: string, href: string): JSX.Element =>
  h(
    'p',
    { style: { margin: '8px 0 24px' } },
    h(
      Toned,
      {
        as: 'a',
        tone: 'button',
        href,
        style: { display: 'inline-block', padding: '12px 24px', fontWeight: 700, textDecoration: 'none' },
      },
      label,
    ),
  );

/** What is read out or typed, such as a booking reference. */
export const largeCode = (label: string, value: string): JSX.Element =>
  h(
    'div',
    { style: { margin: '0 0 24px' } },
    muted('div', {}, `${label}:`),
    h(
      'div',
      { translate: 'no', style: { fontSize: 30, lineHeight: '38px', fontWeight: 700, letterSpacing: 2 } },
      value,
    ),
  );

export const list = (...items: Words[]): JSX.Element =>
  h(
    'ul',
    { style: { ...blockMargin, paddingLeft: 20 } },
    ...items.map((item) => h('li', { style: { margin: '0 0 4px' } }, item)),
  );

/** A part of the mail below its heading; nothing without content. */
export function section(title: string, ...blocks: Block[]): Block {
  const content = blocks.filter((block) => block);
  if (content.length === 0) return null;
  return h(
    Toned,
    { as: 'div', tone: 'rule', style: { marginTop: 4, paddingTop: 20 } },
    h('h2', { style: { margin: '0 0 12px', fontSize: 17, lineHeight: '24px' } }, title),
    ...content,
  );
}

export const subheading = (title: Words, details?: Words): JSX.Element =>
  h(
    'div',
    { style: { margin: '16px 0 8px' } },
    h('h3', { style: { margin: 0, fontSize: 15, lineHeight: '22px' } }, title),
    details ? muted('div', {}, details) : null,
  );

/** A title with details, a line each. */
export const entry = (title: Words, ...details: Words[]): JSX.Element =>
  h(
    'div',
    { style: { margin: '0 0 12px' } },
    h('div', null, title),
    ...details.map((detail) => muted('div', {}, detail)),
  );

interface Amount {
  label: string;
  amount: string;
  isTotal?: boolean;
}

/** Amounts beside what they are for. */
export const amounts = (...rows: Amount[]): JSX.Element =>
  grid(
    blockMargin,
    ...rows.map(({ label, amount, isTotal }) => {
      const style = isTotal ? { fontWeight: 700 } : {};
      return h(
        'tr',
        null,
        h('td', { style: { padding: '2px 16px 2px 0', ...style } }, `${label}: `),
        h('td', { align: 'right', style: { padding: '2px 0', whiteSpace: 'nowrap', ...style } }, amount),
      );
    }),
  );

/** A time, and what happens then and where. */
export const timed = (time: string, place: Words, details?: string): JSX.Element =>
  grid(
    {},
    h(
      'tr',
      null,
      h(
        'td',
        { width: timeWidth, valign: 'top', style: { padding: '2px 0', fontWeight: 700 } },
        code(time),
        ' ',
      ),
      h(
        'td',
        { valign: 'top', style: { padding: '2px 0' } },
        place,
        details ? muted('span', {}, ` ${details}`) : null,
      ),
    ),
  );

/** Lines below a time, in the column of what happens. */
export const timedDetails = (...items: Words[]): JSX.Element =>
  h(
    'div',
    { style: { ...small, margin: '4px 0 8px', paddingLeft: timeWidth } },
    ...items.map((item) => h('div', null, item)),
  );

/** What must not be missed, in a frame. */
export const notice = (...words: Words[]): JSX.Element =>
  h(Toned, { as: 'p', tone: 'notice', style: { ...blockMargin, padding: '12px 16px' } }, ...words);
