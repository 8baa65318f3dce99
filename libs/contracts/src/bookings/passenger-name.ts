/** What airlines take: ASCII, Latin-1 and Latin Extended-A without these. (Duffel's API reference, `given_name`) */
const acceptedCharacter = /^(?![ÆæĲĳŒœÞð])[A-Za-zÀ-ÖØ-öø-ſ' -]$/u;
const letter = /\p{L}/u;
const maxLength = 20;

const formatAdvice =
  'Names take Latin letters, spaces, hyphens and apostrophes, 20 at most. Write it as in the two lines at the foot of the passport';

/** Usual spellings of letters that are more than a letter with a mark. (ICAO Doc 9303, part 3, section 6) */
const spellings: Record<string, string> = {
  ...{ Æ: 'Ae', æ: 'ae', Œ: 'Oe', œ: 'oe', Ĳ: 'IJ', ĳ: 'ij', Þ: 'Th', ð: 'd', ẞ: 'SS' },
  ...{ Ə: 'E', ə: 'e', Ɛ: 'E', ɛ: 'e', Ɔ: 'O', ɔ: 'o', Ɓ: 'B', ɓ: 'b', Ɗ: 'D', ɗ: 'd', Ƙ: 'K', ƙ: 'k' },
  ...{ Ƴ: 'Y', ƴ: 'y', Ǥ: 'G', ǥ: 'g', Ɨ: 'I', ɨ: 'i', Ʉ: 'U', ʉ: 'u' },
};

/** The letter without its marks and width, such as S for Ș. */
const toBareLetter = (character: string): string => character.normalize('NFKD').replace(/\p{M}/gu, '');

/** The letter without marks and width, such as S for Ș; undefined when it has no Latin spelling. */
function toUsualSpelling(character: string): string | undefined {
  const spelling = [...toBareLetter(character)].map((part) => spellings[part] ?? part).join('');
  return spelling && [...spelling].every((part) => acceptedCharacter.test(part)) ? spelling : undefined;
}

/** Names the first character that airlines do not take, and proposes the usual spelling of the whole name. */
function refuseCharacter(name: string): string | undefined {
  const characters = [...name];
  const refused = characters.find((character) => !acceptedCharacter.test(character));
  if (refused === undefined) return undefined;
  const spelling = letter.test(refused) ? toUsualSpelling(refused) : undefined;
  if (spelling === undefined) return `Airlines do not take “${refused}”. ${formatAdvice}`;
  const isCapitals = name.length > 1 && name === name.toUpperCase();
  const toCase = (text: string) => (isCapitals ? text.toUpperCase() : text);
  const proposal = characters
    .map((character) => (acceptedCharacter.test(character) ? character : toUsualSpelling(character)))
    .join('');
  return `Airlines do not take the letter “${refused}”. It is usually spelled “${toCase(spelling)}”: ${toCase(proposal)}`;
}

/**
 * Why the airlines' systems refuse a first or last name; undefined when they take it. The name is expected in NFC, without spaces
 * around it. (PROVIDER-39, FIELD-01)
 */
export function nameError(name: string): string | undefined {
  const refusal = refuseCharacter(name);
  if (refusal !== undefined) return refusal;
  if (name.length > maxLength)
    return `This name has ${name.length} characters, and airlines take ${maxLength}. Leave out a further name, or contact us to book`;
  return letter.test(name) ? undefined : 'Please enter a name with at least one letter';
}

/** The name that two passengers of one booking must not share, however it is written. */
export const getFullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim().normalize('NFC').replace(/ +/g, ' ').toLowerCase();

/** Letters of the names that airlines take whose mark Unicode does not part from them. */
const barredLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i', ß: 'ss' };

/**
 * A name as it is compared with one that was typed from memory: without case, marks, spaces, hyphens and apostrophes. Names in other
 * scripts keep their letters.
 */
export const getPlainName = (name: string): string =>
  [...name]
    .flatMap((character) => [...toBareLetter(character)])
    .map((letter) => (spellings[letter] ?? letter).toLowerCase())
    .map((part) => barredLetters[part] ?? part)
    .join('')
    .replaceAll(/[^\p{L}]/gu, '')
    // At the foot of a passport ä, ö and ü are AE, OE and UE.
    .replaceAll(/([aou])e/g, '$1');
