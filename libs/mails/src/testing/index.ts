import { caniemail } from 'caniemail';

/** What some clients ignore, and a mail is as readable without. */
const ignored = [
  ...['<body> element', 'role attribute', 'loading attribute', 'color-scheme meta tag'],
  ...['Class selector', '@media', '@media (prefers-color-scheme)', 'border-radius'],
  ...['<style> element', 'display:none', 'overflow', 'max-height property', 'white-space', 'word-break'],
  'system-ui, ui-serif, ui-sans-serif, ui-rounded, ui-monospace',
];

/** What of a mail some widespread client does not know and that would be missed (caniemail.com). */
export function listUnknownFeatures(html: string): string[] {
  const { issues } = caniemail({ clients: ['apple-mail.*', 'gmail.*', 'outlook.*', 'yahoo.*'], html });
  const unknown = [...issues.errors.values()].flat().map(({ title }) => title);
  return [...new Set(unknown)].filter((title) => !ignored.includes(title));
}

/** Where the links and pictures of a mail lead. */
export const listAddresses = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address as string);
