import { fileURLToPath } from 'node:url';
import { openSync, type Font } from 'fontkit';

const resolve = (module: string): string => fileURLToPath(import.meta.resolve(module));

/** Inter has the Latin, Greek and Cyrillic letters. */
export const ownFonts = {
  regular: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
};

const japanese = resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf');
const korean = resolve('@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf');
const otherFonts = [
  resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
  resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  resolve('@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf'),
  resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  japanese,
  korean,
];

/** Those of Chinese, Japanese and Korean take 22 MB, so each is opened when the first name needs it. */
const fonts = new Map<string, Font>();

function open(path: string): Font {
  const font = fonts.get(path) ?? (openSync(path) as Font);
  fonts.set(path, font);
  return font;
}

const hasGlyph = (path: string, codePoint: number): boolean => open(path).hasGlyphForCodePoint(codePoint);

/** What a font needs above and below the baseline, as parts of its size. */
export function getMetrics(path: string): { ascent: number; descent: number } {
  const { ascent, descent, unitsPerEm } = open(path);
  return { ascent: ascent / unitsPerEm, descent: -descent / unitsPerEm };
}

/** The same Chinese characters are drawn differently in Japan and in Korea. */
function listOtherFonts(text: string): readonly string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [japanese, ...otherFonts];
  return /\p{Script=Hangul}/u.test(text) ? [korean, ...otherFonts] : otherFonts;
}

const isOwn = (letter: string): boolean =>
  letter === '\n' || hasGlyph(ownFonts.regular, letter.codePointAt(0)!);

/**
 * The file of the font that has a letter, drawn as the text around it asks; undefined where none has it.
 * (CARE-08)
 */
export const findFont = (letter: string, text: string): string | undefined =>
  isOwn(letter)
    ? ownFonts.regular
    : listOtherFonts(text).find((path) => hasGlyph(path, letter.codePointAt(0)!));

/** Whether the document's own font has all letters of a text, which then needs no other layout. */
export const isInOwnFont = (text: string): boolean => [...text].every(isOwn);

/**
 * The text in letters that a font has: one without a glyph is written without its marks, and is a question mark where that does not
 * help. What only changes the direction is left out.
 */
export function toPrintable(text: string): { text: string; hasReplaced: boolean } {
  let hasReplaced = false;
  const letters = [...text.normalize('NFC').replaceAll(/\p{Bidi_Control}/gu, '')].map((letter) => {
    const spellings = [letter, letter.normalize('NFKC'), letter.normalize('NFKD').replace(/\p{M}/gu, '')];
    const isPrinted = (spelling: string) => [...spelling].every((part) => findFont(part, text));
    // A ligature is better two letters of the font around it than one of another.
    const known = /\p{Script=Latin}/u.test(letter) ? spellings.find(isInOwnFont) : undefined;
    const found = known || spellings.find((spelling) => spelling && isPrinted(spelling));
    if (found === undefined) hasReplaced = true;
    return found ?? '?';
  });
  return { text: letters.join(''), hasReplaced };
}
