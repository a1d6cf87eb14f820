import PDFDocument from 'pdfkit';
import { inFonts, LINE, type Look, registerTypeface } from './looks.ts';

/** A4 in points, with its margins; the footer is in the lower one. */
export const PAGE = { width: 595.28, height: 841.89, side: 56, top: 50, bottom: 66 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.side;
const FLOOR = PAGE.height - PAGE.bottom;

/** A part that does not fit moves to the next page as a whole, unless it is higher than this: then it is split. */
const WHOLE = 120;
const INDENT = 14;

/** Where text starts, from the left margin, in points. */
export interface Box {
  left: number;
  width: number;
  align?: 'left' | 'right';
}
const FULL: Box = { left: 0, width: CONTENT_WIDTH };

export type Table = PDFKit.PDFStructureElement;

/** Attributes of a structure element; PDFKit's types know only the first. */
type Attributes = PDFKit.Mixins.StructureElementOptions & { scope?: 'Row' | 'Column'; bbox?: number[] };

/** A cell of a row, line by line; `header` gives its scope. */
export interface Cell {
  header?: 'Row' | 'Column';
  lines: readonly (readonly [text: string, look: Look])[];
}

/**
 * A document written from top to bottom, page by page. All text is placed in the structure that screen readers follow
 * (PDF/UA, ISO 14289-1); decoration is marked as such.
 */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;

  constructor({ title, author, createdAt }: { title: string; author: string; createdAt: Date }) {
    const options = {
      size: 'A4',
      margins: { top: PAGE.top, bottom: PAGE.bottom, left: PAGE.side, right: PAGE.side },
      pdfVersion: '1.7' as const,
      subset: 'PDF/UA',
      tagged: true,
      lang: 'nl-NL',
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      font: '',
      // PDFKit writes these into XML without escaping.
      info: { Title: title, Author: author.replace(/&/g, 'en').replace(/[<>]/g, ''), CreationDate: createdAt },
    };
    // PDFKit's types do not include this subset yet.
    this.doc = new PDFDocument(options as PDFKit.PDFDocumentOptions);
    registerTypeface(this.doc);
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
    this.doc.addPage();
  }

  get y(): number {
    return this.doc.y;
  }

  set y(points: number) {
    this.doc.y = points;
  }

  /** Starts a new page if this height does not fit. Returns true if it started one. */
  keep(height: number): boolean {
    if (this.y + height <= FLOOR) return false;
    this.doc.addPage();
    return true;
  }

  heightOf(text: string, look: Look, width: number = CONTENT_WIDTH): number {
    const pieces = inFonts(text, look.weight);
    const [first] = pieces;
    if (!first) return 0;
    this.#use(first.font, look);
    // As printed: a letter of another script becomes its number, which is longer.
    const printed = pieces.map((piece) => piece.text).join('');
    return this.doc.heightOfString(printed, { width, lineGap: look.lineGap });
  }

  /** A heading or a paragraph. The next element starts below it. */
  text(tag: 'H1' | 'H2' | 'H3' | 'P', text: string, look: Look, box: Box = FULL): void {
    this.keep(Math.min(this.heightOf(text, look, box.width), WHOLE));
    this.#root.add(this.#element(tag, () => this.#write(text, look, box)));
  }

  heightOfList(items: readonly string[], look: Look, width: number = CONTENT_WIDTH): number {
    return items.reduce((height, item) => height + this.heightOf(item, look, width - INDENT), 0);
  }

  /** A list; each item starts with a bullet or its number. */
  list(items: readonly string[], look: Look, mark: '•' | '1', { left, width }: Box = FULL): void {
    const list = this.doc.struct('L');
    this.#root.add(list);
    for (const [index, item] of items.entries()) {
      const body: Box = { left: left + INDENT, width: width - INDENT };
      this.keep(this.heightOf(item, look, body.width));
      const { y } = this;
      const line = this.doc.struct('LI');
      list.add(line);
      const label = mark === '1' ? `${index + 1}.` : mark;
      line.add(this.#element('Lbl', () => this.#write(label, look, { left, width: INDENT })));
      this.y = y;
      line.add(this.#element('LBody', () => this.#write(item, look, body)));
    }
  }

  table(): Table {
    const table = this.doc.struct('Table');
    this.#root.add(table);
    return table;
  }

  /** A row of a table, never split. */
  row(table: Table, columns: readonly Box[], cells: readonly Cell[], padding: number): void {
    const height = this.heightOfRow(columns, cells, padding);
    this.keep(height);
    const { y } = this;
    const row = this.doc.struct('TR');
    table.add(row);
    for (const [index, { header, lines }] of cells.entries()) {
      const box = columns[index] ?? FULL;
      const write = () => {
        this.y = y + padding;
        for (const [text, look] of lines) this.#write(text, look, box);
      };
      row.add(header ? this.#element('TH', write, { scope: header }) : this.#element('TD', write));
    }
    this.y = y + height;
  }

  heightOfRow(columns: readonly Box[], cells: readonly Cell[], padding: number): number {
    const heights = cells.map(({ lines }, index) =>
      lines.reduce((sum, [text, look]) => sum + this.heightOf(text, look, columns[index]?.width), 0),
    );
    return Math.max(...heights) + 2 * padding;
  }

  /** A picture at the left margin, with its alternative text. */
  figure(alt: string, [width, height]: readonly [number, number], draw: (x: number, y: number) => void): void {
    this.keep(height);
    const [x, y] = [PAGE.side, this.y];
    const bbox = [x, y, x + width, y + height];
    this.#root.add(this.#element('Figure', () => draw(x, y), { alt, bbox }));
    this.y = y + height;
  }

  /** A word in a picture, centred on a point. */
  label(text: string, look: Look, { x, y }: { x: number; y: number }): void {
    const [piece] = inFonts(text, look.weight);
    if (!piece) return;
    this.#use(piece.font, look);
    this.doc.text(piece.text, x - this.doc.widthOfString(piece.text) / 2, y, { lineBreak: false });
  }

  /** Decoration; it does not move the following text. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    const { y } = this;
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw(this.doc.save());
    this.doc.restore().endMarkedContent();
    this.y = y;
  }

  rule(): void {
    this.decorate((doc) =>
      doc
        .moveTo(PAGE.side, this.y)
        .lineTo(PAGE.width - PAGE.side, this.y)
        .lineWidth(0.6)
        .stroke(LINE),
    );
  }

  /** A line in the footer of the current page. */
  foot(text: string, look: Look, align: 'left' | 'right'): void {
    const pieces = inFonts(text, look.weight);
    const widthOf = (piece: (typeof pieces)[number]) => {
      this.#use(piece.font, look);
      return this.doc.widthOfString(piece.text);
    };
    let left = PAGE.side;
    if (align === 'right') left += CONTENT_WIDTH - pieces.reduce((sum, piece) => sum + widthOf(piece), 0);
    for (const piece of pieces) {
      const width = widthOf(piece);
      this.doc.text(piece.text, left, PAGE.height - PAGE.bottom / 2, { lineBreak: false });
      left += width;
    }
  }

  async bytes(): Promise<Buffer> {
    this.doc.end();
    return Buffer.concat((await this.doc.toArray()) as Uint8Array[]);
  }

  #element(tag: string, write: () => void, attributes: Attributes = {}): PDFKit.PDFStructureElement {
    return this.doc.struct(tag, attributes, write);
  }

  #use(font: string, { size, colour }: Look): void {
    this.doc.font(font).fontSize(size).fillColor(colour);
  }

  #write(text: string, look: Look, { left, width, align = 'left' }: Box): void {
    const pieces = inFonts(text, look.weight);
    for (const [index, piece] of pieces.entries()) {
      this.#use(piece.font, look);
      const options = { width, align, lineGap: look.lineGap, continued: index < pieces.length - 1 };
      if (index === 0) this.doc.text(piece.text, PAGE.side + left, this.y, options);
      else this.doc.text(piece.text, options);
    }
  }
}
