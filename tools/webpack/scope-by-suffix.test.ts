import postcss from 'postcss';
import { expect, it } from 'vitest';
import { scopeBySuffix } from './scope-by-suffix.ts';

const scoped = (css: string): string => postcss([scopeBySuffix()]).process(css, { from: undefined }).css;
const scope = ':where([data-mfe=search],[data-mfe=search] *)';

it.each([
  ['a class', '.p-4', `.p-4${scope}`],
  ['a state', '.hover\\:flex:hover', `.hover\\:flex${scope}:hover`],
  ['a part', '.placeholder\\:x::placeholder', `.placeholder\\:x${scope}::placeholder`],
  ['what stands inside', '.\\[\\&\\>svg\\]\\:hidden>svg', `.\\[\\&\\>svg\\]\\:hidden${scope}>svg`],
  ['a name that begins with a digit', '.\\32 xl\\:flex', `.\\32 xl\\:flex${scope}`],
])('reaches the root of a remote and what is in it by %s', (_what, selector, expected) => {
  expect(scoped(`:where([data-mfe=search]) ${selector}{color:red}`)).toBe(`${expected}{color:red}`);
});

it('leaves rules alone that are of no remote', () => {
  expect(scoped('.ui-card:hover{color:red}')).toBe('.ui-card:hover{color:red}');
});
