/** A page in a browser that Playwright does not drive, with only what a journey needs. */
export interface Engine {
  readonly name: string;
  goTo(url: string): Promise<void>;
  /** Runs an expression in the page with these arguments; its result is JSON. */
  evaluate<T>(source: string, ...args: Json[]): Promise<T>;
  /** The element that an expression in the page returns; null for none. */
  find(source: string, ...args: Json[]): Promise<ElementRef | null>;
  /** Keys and pointer, as WebDriver's "perform actions" takes them (https://www.w3.org/TR/webdriver2/#actions). */
  act(actions: object[]): Promise<void>;
  /** Sets the file of an `<input type=file>`. */
  setFile(input: ElementRef, path: string): Promise<void>;
  close(): Promise<void>;
}

export type Json = string | number | boolean | null;

/** An element in the protocol's format, which pointer actions take as their origin. */
export interface ElementRef {
  readonly origin: object;
  readonly id: string;
}

export const PHONE = { width: 390, height: 844 } as const;
