/** A page in a browser that Playwright does not drive: as little of one as a journey needs. */
export interface Engine {
  readonly name: string;
  goTo(url: string): Promise<void>;
  /** Runs an expression of the page with these arguments; what it gives is JSON. */
  evaluate<T>(source: string, ...args: Json[]): Promise<T>;
  /** The element that an expression of the page gives; null for none. */
  find(source: string, ...args: Json[]): Promise<ElementRef | null>;
  /** Keys and pointer, as WebDriver's "perform actions" takes them (https://www.w3.org/TR/webdriver2/#actions). */
  act(actions: object[]): Promise<void>;
  /** Gives a file to an `<input type=file>`. */
  setFile(input: ElementRef, path: string): Promise<void>;
  close(): Promise<void>;
}

export type Json = string | number | boolean | null;

/** An element in the protocol's own words, as an origin of the pointer takes it. */
export interface ElementRef {
  readonly origin: object;
  readonly id: string;
}

/** A page as wide and high as a phone's. */
export const PHONE = { width: 390, height: 844 } as const;
