import { expect, it } from 'vitest';
import { compareSnapshot, takeSnapshot } from './snapshot.ts';

const markdown = '| FORM-01 | One. |\n| FORM-02 | Two. |\n';
const accepted = takeSnapshot(markdown);

it.each([
  ['no difference', markdown, []],
  ['a changed text', markdown.replace('Two', 'Zwei'), ['the text was changed']],
  ['a removed requirement', '| FORM-01 | One. |\n', ['FORM-02 was removed']],
  ['an added requirement', `${markdown}| FORM-03 | Three. |\n`, ['FORM-03 was added']],
  [
    'a renumbered requirement',
    markdown.replace('FORM-02', 'FORM-03'),
    ['FORM-02 was removed', 'FORM-03 was added'],
  ],
])('reports %s', (_, changed, differences) =>
  expect(compareSnapshot(accepted, takeSnapshot(changed))).toEqual(differences),
);
