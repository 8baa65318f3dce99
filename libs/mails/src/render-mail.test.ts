import type { Brand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { expect, it } from 'vitest';
import {
  amounts,
  button,
  code,
  largeCode,
  lines,
  link,
  list,
  notice,
  paragraph,
  section,
  subheading,
  timed,
  timedDetails,
} from './blocks.ts';
import { renderMail } from './render-mail.ts';
import { listUnknownFeatures } from './testing/index.ts';

const origin = 'https://fares.example';
const render = (changes: Partial<Brand> = {}) =>
  renderMail({ ...defaultBrand, ...changes }, origin, {
    subject: 'Your booking RZPNX8 is confirmed',
    preheader: 'London to New York',
    blocks: [
      paragraph('Hello Ada & Bo,'),
      largeCode('Booking reference', 'RZPNX8'),
      button('See your trip', `${origin}/my-trips/1`),
      notice('Please answer by ', code('Dec 3'), '.'),
      section('Nothing here', null, false),
      section(
        'Flights',
        subheading('Outbound', 'Sat, Dec 5'),
        timed('16:35', 'London (LHR)', 'Heathrow, Terminal 5'),
        timedDetails('British Airways BA117', 'Ada Lovelace: seat 12A'),
      ),
      section('Price', amounts({ label: 'Total (USD)', amount: '$197', isTotal: true })),
      list('one', 'two'),
      lines('Where is it?\n\n<b>Ada</b>'),
      paragraph('See ', link('your trip', `${origin}/my-trips/1`), '.'),
    ],
  });

it('[DOC-01] has both parts of the same source, in the text a line for each fact', () => {
  const { subject, html, text } = render();
  expect(subject).toBe('Your booking RZPNX8 is confirmed');
  expect(text).toBe(`Hello Ada & Bo,

Booking reference:
RZPNX8

See your trip ${origin}/my-trips/1

Please answer by Dec 3.

Flights

Outbound
Sat, Dec 5
16:35 London (LHR) Heathrow, Terminal 5
British Airways BA117
Ada Lovelace: seat 12A

Price
Total (USD): $197
 * one
 * two

Where is it?

<b>Ada</b>

See your trip ${origin}/my-trips/1.

Questions? Call us on +1 888 555 0142 or write to support@fareline.example.

Fareline ${origin}/, Fareline Travel LLC, 1209 Harbor Street, Suite 400, Wilmington, Delaware, USA
`);
  expect(html).toContain('Hello Ada &amp; Bo,');
  expect(html).toContain('Where is it?<br/><br/>&lt;b>Ada');
  expect(html).not.toContain('Nothing here');
});

it('[DOC-01] has the preheader in front of the HTML, and not in the text', () => {
  const { html, text } = render();
  expect(html.indexOf('London to New York')).toBeLessThan(html.indexOf('Hello Ada'));
  expect(text).not.toContain('London to New York');
});

it('[DOC-01] loads nothing but the logo', () => {
  const { html } = render();
  expect(html.match(/(src|srcset|background)="[^"]*"|url\([^)]*\)|@import|<link|<script|<iframe/g)).toEqual([
    `src="${origin}/brand/fareline.png"`,
  ]);
});

it('[HOST-03] says how to reach the brand, as far as it has phone and mailbox', () => {
  const footer = (email: string, phone: string) =>
    /Questions\?.*/.exec(render({ contact: { email, phone, address: '' } }).text)?.[0];
  expect(footer('a@b.example', '')).toBe('Questions? Write to a@b.example.');
  expect(footer('', '123')).toBe('Questions? Call us on 123.');
  expect(footer('', '')).toBeUndefined();
});

it.each([
  ['/brand/fareline.svg', `src="${origin}/brand/fareline.png"`],
  ['https://pictures.example/logo.png', 'src="https://pictures.example/logo.png"'],
  ['https://pictures.example/logo.svg', undefined],
])('[DOC-01] shows of the logo %s what mail clients show', (logo, expected) => {
  const { html } = render({ logo });
  expect(/src="[^"]*"/.exec(html)?.[0]).toBe(expected);
  expect(html).toContain('>Fareline</a>');
});

it('[DOC-01] has the colours, corners and font of the brand, and readable ones on a dark screen', () => {
  const { theme } = defaultBrand;
  const { html } = render({
    theme: { ...theme, primary: '#b91c1c', corners: 'square', buttons: 'pill', font: 'Georgia' },
  });
  expect(html).toContain('class="button" style="background-color:#b91c1c;color:#ffffff;');
  expect(html).toContain('font-family:Georgia, &quot;Times New Roman&quot;, serif');
  expect(html).toContain('.button{border-radius:24px}\n.notice{border-radius:0px}');
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{.*\.card\{background-color:#172120 !important/);
});

it('[DOC-01] is made of what mail clients know', () => {
  expect(listUnknownFeatures(render().html)).toEqual([]);
  expect(listUnknownFeatures('<p style="position:fixed">x</p>')).toEqual(['position']);
});
