import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { getMetrics, isInOwnFont, ownFonts, toPrintable } from './document-fonts.ts';
import { toLines, toPieces, type Piece } from './script-lines.ts';

const page = { width: 595.28, height: 841.89, margin: 48, top: 72, bottom: 64 };
export const contentWidth = page.width - 2 * page.margin;

const styles = {
  reference: { font: 'bold', size: 24, lineGap: 0 },
  title: { font: 'bold', size: 17, lineGap: 4 },
  heading: { font: 'bold', size: 13, lineGap: 3 },
  strong: { font: 'bold', size: 10, lineGap: 2.5 },
  text: { font: 'regular', size: 10, lineGap: 2.5 },
  caption: { font: 'regular', size: 8.5, lineGap: 2 },
} as const;

/** A line above a block, with the space below it. */
const lineHeight = 8;

export interface Cell {
  text: string;
  /** Distance to the left edge of the block. */
  x?: number;
  width: number;
  style?: keyof typeof styles;
  colour?: string;
  align?: 'left' | 'right';
  /** Element of the structure: P unless it is said, TD in a table. */
  tag?: 'H1' | 'H2' | 'H3' | 'P' | 'TH';
}

export interface Row {
  cells: Cell[];
  /** Space above it. */
  above?: number;
}

/** Rows that stand side by side with those of other stacks; of a table, if it is said. */
export interface Stack {
  x?: number;
  isTable?: boolean;
  rows: Row[];
}

/** What stands side by side, and is never parted by the end of a page. */
export interface Block {
  stacks: readonly Stack[];
  /** Space above it; none at the top of a page. */
  above?: number;
  /** Colour and corners of the area behind it. */
  panel?: { colour: string; radius: number; padding: number };
  /** Colour of a line above it. */
  line?: string;
}

export interface WriterOptions {
  title: string;
  author: string;
  colours: { text: string; line: string; muted: string };
  /** `footer` is at the foot of each page, `header` at the head of all but the first. */
  footer: string;
  header: string;
}

/** Writes blocks below each other onto tagged A4 pages. */
export class PdfWriter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #options: WriterOptions;
  /** Measuring takes longer than writing. */
  readonly #heights = new Map<Row, number>();
  #section: PDFKit.PDFStructureElement;
  #y = 0;
  /** Whether a letter was replaced by a question mark. */
  hasReplaced = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: 'en',
      tagged: true,
      displayTitle: true,
      pdfVersion: '1.7',
      info: { Title: options.title, Author: options.author },
    });
    for (const [name, file] of Object.entries(ownFonts)) this.#doc.registerFont(name, file);
    this.#root = this.#doc.struct('Document');
    this.#doc.addStructure(this.#root);
    this.#section = this.#root;
    this.#y = page.margin;
  }

  /** The following blocks are a section of the structure. */
  startSection(): void {
    this.#section = this.#doc.struct('Sect');
    this.#root.add(this.#section);
  }

  /** Draws what is not read out. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    draw(this.#doc);
    this.#doc.endMarkedContent();
  }

  set y(value: number) {
    this.#y = value;
  }

  /** Writes blocks that stay on one page. */
  write(...blocks: readonly Block[]): void {
    const heights = blocks.map((block) => this.#getBlockHeight(block));
    const total = blocks.reduce((sum, { above = 0 }, index) => sum + above + heights[index]!, 0);
    const isNewPage = this.#y + total > page.height - page.bottom;
    if (isNewPage) {
      this.#doc.addPage();
      this.#y = page.top;
    }
    for (const [index, block] of blocks.entries()) {
      if (!isNewPage || index > 0) this.#y += block.above ?? 0;
      this.#writeBlock(block, heights[index]!);
      this.#y += heights[index]!;
    }
  }

  #getBlockHeight({ stacks, panel, line }: Block): number {
    const heights = stacks.map(({ rows }) => rows.reduce((sum, row) => sum + this.#getHeight(row), 0));
    return Math.max(0, ...heights) + 2 * (panel?.padding ?? 0) + (line ? lineHeight : 0);
  }

  #writeBlock({ stacks, panel, line }: Block, height: number): void {
    const [left, top] = [page.margin, this.#y];
    if (line)
      this.decorate((doc) =>
        doc
          .moveTo(left, top)
          .lineTo(left + contentWidth, top)
          .lineWidth(0.5)
          .stroke(line),
      );
    if (panel)
      this.decorate((doc) =>
        doc.roundedRect(left, top, contentWidth, height, panel.radius).fill(panel.colour),
      );
    const padding = panel?.padding ?? 0;
    for (const stack of stacks) this.#writeStack(stack, top + padding + (line ? lineHeight : 0), padding);
  }

  #writeStack({ x = 0, rows, isTable }: Stack, top: number, padding: number): void {
    const parent = isTable ? this.#add(this.#section, 'Table') : this.#section;
    let y = top;
    for (const row of rows) {
      const element = isTable ? this.#add(parent, 'TR') : parent;
      for (const cell of row.cells)
        this.#writeCell(element, cell, {
          ...{
            x: page.margin + padding + x + (cell.x ?? 0),
            y: y + (row.above ?? 0),
            tag: isTable ? 'TD' : 'P',
          },
        });
      y += this.#getHeight(row);
    }
  }

  #add(
    parent: PDFKit.PDFStructureElement,
    tag: string,
    options: { actual?: string } = {},
  ): PDFKit.PDFStructureElement {
    const element = this.#doc.struct(tag, options);
    parent.add(element);
    return element;
  }

  #writeCell(
    parent: PDFKit.PDFStructureElement,
    cell: Cell,
    { x, y, tag }: { x: number; y: number; tag: string },
  ): void {
    const text = this.#toPrintable(cell.text);
    const tagName = cell.tag ?? tag;
    // Pieces stand in the order of the eye, which is not that of reading.
    const element = this.#add(parent, tagName, isInOwnFont(text) ? {} : { actual: text });
    element.add(this.#doc.markStructureContent(tagName));
    this.#draw(text, x, y, cell);
    this.#doc.endMarkedContent();
  }

  #getHeight(row: Row): number {
    const known = this.#heights.get(row);
    if (known !== undefined) return known;
    const heights = row.cells.map((cell) => this.#measureHeight(this.#toPrintable(cell.text), cell));
    const height = (row.above ?? 0) + Math.max(0, ...heights);
    this.#heights.set(row, height);
    return height;
  }

  #draw(text: string, x: number, y: number, cell: Omit<Cell, 'text'>): void {
    const { width, align = 'left', style = 'text', colour = this.#options.colours.text } = cell;
    const { font, size, lineGap } = styles[style];
    this.#doc.fillColor(colour).font(font).fontSize(size);
    if (isInOwnFont(text)) {
      this.#doc.text(text, x, y, { width, align, lineGap });
      return;
    }
    let top = y;
    for (const line of this.#toLines(text, cell)) {
      const pieces = toPieces(line);
      const { above, height } = getLineHeights(pieces, size);
      let left = align === 'right' ? x + width - this.#getWidth(pieces, style) : x;
      for (const piece of pieces) {
        this.#setFont(piece.font, style);
        this.#doc.text(piece.text, left, top + above, { lineBreak: false, baseline: 'alphabetic' });
        left += this.#doc.widthOfString(piece.text);
      }
      top += height + lineGap;
    }
  }

  #measureHeight(text: string, cell: Omit<Cell, 'text'>): number {
    const { width, style = 'text' } = cell;
    const { font, size, lineGap } = styles[style];
    if (isInOwnFont(text))
      return this.#doc.font(font).fontSize(size).heightOfString(text, { width, lineGap });
    const heights = this.#toLines(text, cell).map(
      (line) => getLineHeights(toPieces(line), size).height + lineGap,
    );
    return heights.reduce((sum, height) => sum + height, 0);
  }

  #toLines(text: string, { width, style = 'text' }: Omit<Cell, 'text'>): string[] {
    return toLines(text, width, (line) => this.#getWidth(toPieces(line), style));
  }

  /** Letters of other scripts are in one weight. */
  #setFont(path: string, style: keyof typeof styles): PDFKit.PDFDocument {
    const { font, size } = styles[style];
    return this.#doc.font(path === ownFonts.regular ? font : path).fontSize(size);
  }

  #getWidth(pieces: readonly Piece[], style: keyof typeof styles): number {
    return pieces.reduce((sum, { text, font }) => sum + this.#setFont(font, style).widthOfString(text), 0);
  }

  /** The text in letters that a font has. */
  #toPrintable(text: string): string {
    const printable = toPrintable(text);
    this.hasReplaced ||= printable.hasReplaced;
    return printable.text;
  }

  async end(): Promise<Buffer> {
    const { footer, header, colours } = this.#options;
    const { start, count } = this.#doc.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      this.#doc.switchToPage(index);
      this.#doc.markContent('Artifact', { type: 'Pagination' });
      const write = (text: string, y: number, align: 'left' | 'right') =>
        this.#draw(this.#toPrintable(text), page.margin, y, {
          ...{ style: 'caption', colour: colours.muted, width: contentWidth, align },
        });
      const bottom = page.height - page.bottom + 24;
      write(footer, bottom, 'left');
      write(`Page ${index + 1} of ${count}`, bottom, 'right');
      if (index > start) write(header, 40, 'left');
      this.#doc.endMarkedContent();
    }
    this.#root.end();
    this.#doc.end();
    return buffer(this.#doc as unknown as NodeJS.ReadableStream);
  }
}

/** Points above the baseline of a line, and of the whole line, as its tallest fonts have them. */
function getLineHeights(pieces: readonly Piece[], size: number): { above: number; height: number } {
  const metrics = [ownFonts.regular, ...pieces.map(({ font }) => font)].map(getMetrics);
  const above = Math.max(...metrics.map(({ ascent }) => ascent)) * size;
  const below = Math.max(...metrics.map(({ descent }) => descent)) * size;
  return { above, height: above + below };
}
