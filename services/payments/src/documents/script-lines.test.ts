import { describe, expect, it } from 'vitest';
import { findFont, toPrintable } from './document-fonts.ts';
import { toLines, toPieces } from './script-lines.ts';

const listTexts = (line: string) => toPieces(line).map(({ text }) => text);

describe('[CARE-08] the letters of all scripts', () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  /** The letters of a national standard of two bytes each. */
  const listLetters = (encoding: string, lead: number[]) => {
    const decoder = new TextDecoder(encoding);
    return lead
      .flatMap((first) => range(0xa1, 0xfe).map((second) => decoder.decode(Uint8Array.of(first, second))))
      .filter((letter) => /^\p{L}$/u.test(letter));
  };
  it.each([
    ['GB 2312', 'gbk', 6763, range(0xb0, 0xf7)],
    ['JIS X 0208', 'euc-jp', 6355, range(0xb0, 0xf4)],
    ['KS X 1001', 'euc-kr', 7238, [...range(0xb0, 0xc8), ...range(0xca, 0xfd)]],
  ])('of %s have a font', (_, encoding, count, lead) => {
    const letters = listLetters(encoding, lead);
    expect(letters).toHaveLength(count);
    expect(letters.filter((letter) => !findFont(letter.normalize('NFC'), letter))).toEqual([]);
  });

  it('are drawn as in Japan where the text is Japanese, as in Korea where it is Korean, else as in China', () => {
    const fonts = ['東海', '東海トラベル', '東海 여행'].map((text) => findFont('東', text));
    expect(fonts.map((path) => /\w+(?=_400)/.exec(path ?? '')?.[0])).toEqual([
      ...['NotoSansSC', 'NotoSansJP', 'NotoSansKR'],
    ]);
  });

  it('are printed, but for those of no font and what only changes the direction', () => {
    expect(toPrintable('\u202Eشركة\u2069 ﬁne')).toEqual({ text: 'شركة fine', hasReplaced: false });
    expect(toPrintable('A𓀀')).toEqual({ text: 'A?', hasReplaced: true });
  });
});

describe('[CARE-08] a line from left to right', () => {
  it.each([
    ['שלום עולם', ['עולם', ' ', 'שלום']],
    ['السفر (ذ.م)', ['(', 'م', '.', 'ذ', ')', ' ', 'السفر']],
    ['الرقم ١٢٣', ['١', '٢', '٣', ' ', 'الرقم']],
    ['رقم 15', ['15', ' ', 'رقم']],
    ['מסלול 12, תל', ['תל', ' ', ',', '12', ' ', 'מסלול']],
  ])('has what is read from right to left turned round: %s', (line, expected) =>
    expect(listTexts(line)).toEqual(expected),
  );

  it('is an English sentence with a name in it', () =>
    expect(listTexts('By שלום עולם, reference AB12')).toEqual([
      ...['By ', 'עולם', ' ', 'שלום', ', reference AB12'],
    ]));

  it('keeps marks and joiners with their letter', () => {
    expect(listTexts('مُحَمَّد')).toEqual(['مُحَمَّد']);
    expect(listTexts('می‌خواهم')).toEqual(['می‌خواهم']);
  });

  it('has the circle of a Thai sara am below the mark of the tone', () =>
    expect(listTexts('น้ำ')).toEqual(['น\u0E4D\u0E49\u0E32']));
});

describe('[CARE-08] lines that are too long', () => {
  /** Each letter is as wide as the others. */
  const measure = (line: string) => line.length;

  it('end between words, also in scripts that put no spaces there', () => {
    expect(toLines('东方航空旅行服务', 5, measure)).toEqual(['东方航空', '旅行服务']);
    expect(toLines('สายการบินไทย', 10, measure)).toEqual(['สาย', 'การบินไทย']);
    expect(toLines('شركة السفر الجديدة', 11, measure)).toEqual(['شركة السفر', 'الجديدة']);
  });

  it('never begin with what closes, or end with what opens', () => {
    expect(toLines('东方（航空）旅行', 5, measure)).toEqual(['东方', '（航空）', '旅行']);
    expect(toLines('东方航空。', 4, measure)).toEqual(['东方', '航空。']);
  });

  it('end inside a word that is wider than the line', () =>
    expect(toLines('インターナショナル', 4, measure)).toEqual(['インター', 'ナショナ', 'ル']));

  it('begin where the text says so', () =>
    expect(toLines('东方\n航空', 80, measure)).toEqual(['东方', '航空']));
});
