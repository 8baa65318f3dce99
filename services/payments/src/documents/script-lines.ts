import createBidi from 'bidi-js';
import { findFont, ownFonts } from './document-fonts.ts';

/** Letters that one font draws side by side. */
export interface Piece {
  text: string;
  /** Path of the font's file. */
  font: string;
}

// Its types are those of a module, which it is not for Node.
const bidi = (createBidi as unknown as typeof createBidi.default)();
const words = new Intl.Segmenter('en', { granularity: 'word' });
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What stays on one line with the spaces after it; Thai, Chinese and Japanese have no spaces between words. */
function listWords(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = found.at(-1);
    const canBegin = isWordLike || /^[\p{Ps}\p{Pi}]/u.test(segment);
    if (last === undefined || (canBegin && !/[\p{Ps}\p{Pi}]$/u.test(last))) found.push(segment);
    else found[found.length - 1] = last + segment;
  }
  return found;
}

/** For each UTF-16 unit the font that draws it; a mark and a joiner stand with the letter before them. */
function listFonts(text: string): string[] {
  const fonts: string[] = [];
  for (const letter of text) {
    const isJoined = /^[\p{M}\p{Cf}]/u.test(letter);
    const font = (isJoined && fonts.at(-1)) || (findFont(letter, text) ?? ownFonts.regular);
    fonts.push(...Array.from({ length: letter.length }, () => font));
  }
  return fonts;
}

/** Splits a Thai sara am, so that its circle stands below the mark of the tone, as the script wants. */
const orderMarks = (text: string): string => text.replaceAll(/([\u0E48-\u0E4B])\u0E33/g, '\u0E4D$1\u0E32');

/**
 * The pieces of a line from left to right, each in the order of reading, which its font shapes. English sentences with a name in another
 * script run from left to right. (UAX #9, CARE-08)
 */
export function toPieces(line: string): Piece[] {
  const fonts = listFonts(line);
  const levels = bidi.getEmbeddingLevels(line, /\p{Script=Latin}/u.test(line) ? 'ltr' : 'auto');
  const isRightToLeft = (index: number) => levels.levels[index]! % 2 === 1;
  const pieces: (Piece & { last: number })[] = [];
  for (const index of bidi.getReorderedIndices(line, levels)) {
    const [letter, font] = [line[index]!, fonts[index]!];
    const isReversed = isRightToLeft(index);
    const before = pieces.at(-1);
    const isNext = before?.last === (isReversed ? index + 1 : index - 1);
    // Fonts turn round their own words only: neither spaces and signs, which the document's font has, nor must they turn a number.
    const isAlone = (font === ownFonts.regular) === isReversed && (isReversed || /\p{Nd}/u.test(letter));
    if (before && isNext && !isAlone && before.font === font && isRightToLeft(before.last) === isReversed)
      Object.assign(before, {
        text: isReversed ? letter + before.text : before.text + letter,
        last: index,
      });
    else {
      const text = (isReversed && bidi.getMirroredCharacter(letter)) || letter;
      pieces.push({ text, font, last: index });
    }
  }
  return pieces.map(({ text, font }) => ({ text: orderMarks(text), font }));
}

/** Lines of which none is wider than said; `measure` gives the width of a line. */
export function toLines(text: string, width: number, measure: (line: string) => number): string[] {
  const toParts = (word: string): string[] =>
    measure(word.trimEnd()) > width ? Array.from(letters.segment(word), ({ segment }) => segment) : [word];
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const part of listWords(paragraph).flatMap(toParts)) {
      const line = lines.at(-1)!;
      if (line !== '' && measure((line + part).trimEnd()) > width) lines.push(part);
      else lines[lines.length - 1] = line + part;
    }
    return lines.map((line) => line.trimEnd());
  });
}
