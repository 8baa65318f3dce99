import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { normaliseName, normaliseNameInput } from './name-input.ts';

it('[FIELD-02] maps what phones type to the characters of a keyboard, and removes what is invisible', () => {
  expect(normaliseName('O\u2019Brien')).toBe("O'Brien");
  expect(normaliseName('\u02bbAnae \u2018Ese')).toBe("'Anae 'Ese");
  expect(normaliseName('Anne\u2011Marie\u2013Eve')).toBe('Anne-Marie-Eve');
  expect(normaliseName('van\u00a0der\u202fVeen')).toBe('van der Veen');
  expect(normaliseName('A\u200bd\u00ada\ufeff')).toBe('Ada');
  expect(normaliseName("Zoë d'Arc-Ødegård")).toBe("Zoë d'Arc-Ødegård");
});

it('[FIELD-02] keeps the caret where text was inserted', () => {
  render(<input aria-label="name" onChange={() => undefined} defaultValue={'O\u200b\u2019rien'} />);
  const input = screen.getByLabelText<HTMLInputElement>('name');
  input.setSelectionRange(3, 3);
  normaliseNameInput({ target: input } as Parameters<typeof normaliseNameInput>[0]);
  expect(input.value).toBe("O'rien");
  expect(input.selectionStart).toBe(2);
});
