import type { ChangeEvent } from 'react';

/** What phones and word processors put in the place of what airlines take. */
const substitutes: [found: RegExp, replacement: string][] = [
  [/[\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u00b4\u0060\uff07]/g, "'"],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/[\u0009\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/\p{Default_Ignorable_Code_Point}/gu, ''],
];

/** Typographic apostrophes, hyphens and spaces as those of a keyboard; invisible characters are removed. (FIELD-02) */
export const normaliseName = (typed: string): string =>
  substitutes.reduce((text, [found, replacement]) => text.replace(found, replacement), typed);

/** Normalises the text of an input while it is typed or pasted; the caret stays where it is. */
export function normaliseNameInput({ target }: ChangeEvent<HTMLInputElement>): void {
  const { value, selectionStart } = target;
  const text = normaliseName(value);
  if (text === value) return;
  const caret = normaliseName(value.slice(0, selectionStart ?? value.length)).length;
  target.value = text;
  target.setSelectionRange(caret, caret);
}
