import type { Brand } from '@fareline/contracts';
import { listChangedPaths } from './describe-change.ts';

const colour = 'A colour says nothing, and must stay readable.';
const shape = 'One of a few shapes that the product draws.';

/**
 * The fields of a brand that can be changed without a recent password, by path, each with why: whatever is chosen, no traveller pays,
 * believes, calls or opens anything else. All others are sensitive, also one that is added to the schema. (GUARD-12)
 */
export const insensitiveFields: Readonly<Record<string, string>> = {
  'theme.primary': colour,
  'theme.secondary': colour,
  'theme.accent': colour,
  'theme.background': colour,
  'theme.text': colour,
  'theme.corners': shape,
  'theme.buttons': shape,
  'theme.header': colour,
  'theme.dark': colour,
  'theme.darkBackground': colour,
  'theme.darkCard': colour,
  'theme.font': 'One of the fonts that the product hosts.',
  'content.home.heroPattern': shape,
  'content.home.heroOrder': 'Moves what is on the page anyway.',
};

/**
 * Whether a change could take money or trust: prices, the domain that links in mails lead to, tags whose owner chooses scripts, whom
 * travellers call, write to and pay, and what they are told by whom. A new brand has all of it. (ACCOUNT-06, GUARD-02, GUARD-12)
 */
export const changesSensitiveField = (stored: Brand | undefined, saved: Brand): boolean =>
  !stored || listChangedPaths(stored, saved).some((path) => !Object.hasOwn(insensitiveFields, path));
