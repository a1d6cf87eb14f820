import { setTimeout as pause } from 'node:timers/promises';
import type { ElementRef, Engine } from './engine.ts';

const PATIENCE_MS = 20_000;
const STEP_MS = 50;

/** A target: its kind and its name. */
const SELECTORS = {
  button: 'button',
  field: 'input, select, textarea',
  radio: 'input[type=radio]',
  text: 'main *, footer *, header *, dialog *',
} as const;
type Kind = keyof typeof SELECTORS;

/** Runs in the page: the first visible element with this name. For a text the innermost one. */
const FIND = `(selector, name, isText) => {
  const called = new RegExp(name);
  const words = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => isText
    ? words(element.innerText)
    : words(element.getAttribute('aria-label') ??
        (element.labels?.length ? [...element.labels].map((label) => label.textContent).join(' ') : null) ??
        (element.textContent || element.placeholder));
  const seen = (element) => element.type === 'file' || element.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll(selector)].filter((each) => seen(each) && called.test(nameOf(each)));
  return (isText ? all.at(-1) : all[0]) ?? null;
}`;

/** A page as a person uses it: waits until the named element is there, and presses or types. */
export class Page {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  open(url: string): Promise<void> {
    return this.#engine.goTo(url);
  }

  sees(text: RegExp): Promise<ElementRef> {
    return this.#find('text', text);
  }

  evaluate<T>(source: string): Promise<T> {
    return this.#engine.evaluate<T>(source);
  }

  press(name: RegExp): Promise<void> {
    return this.#press('button', name);
  }

  check(name: RegExp): Promise<void> {
    return this.#press('radio', name);
  }

  /** Replaces the text once the field keeps the focus: a new screen may take the focus once itself. */
  async fill(name: RegExp, text: string): Promise<void> {
    const focus = `(element) => {
      const isThere = document.activeElement === element;
      element.focus();
      element.select();
      return isThere;
    }`;
    await this.#onElement('field', name, focus);
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#engine.act([{ type: 'key', id: 'keyboard', actions: keys }]);
  }

  /** Chooses from a native list, by its change event. */
  choose(name: RegExp, option: string): Promise<void> {
    const choose = `(element) => {
      const option = [...element.options].find((each) => each.text.trim() === ${JSON.stringify(option)});
      if (!option) return false;
      element.value = option.value;
      element.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    }`;
    return this.#onElement('field', name, choose);
  }

  async give(name: RegExp, path: string): Promise<void> {
    await this.#engine.setFile(await this.#find('field', name), path);
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    let cause: unknown;
    // An engine throws while one document replaces another.
    const holdsNow = () =>
      holds().catch((error: unknown) => {
        cause = error;
        return false;
      });
    while (!(await holdsNow())) {
      if (Date.now() > deadline)
        throw new Error(`${this.#engine.name}: no ${what} on\n${await this.#text()}`, { cause });
      await pause(STEP_MS);
    }
  }

  #text(): Promise<string> {
    return this.evaluate("() => location.pathname + '\\n' + document.body.innerText.slice(0, 3000)");
  }

  async #find(kind: Kind, name: RegExp): Promise<ElementRef> {
    let found: ElementRef | null = null;
    await this.#until(`${kind} ${name}`, async () => {
      found = await this.#engine.find(FIND, SELECTORS[kind], name.source, kind === 'text');
      return found !== null;
    });
    if (!found) throw new Error('unreachable');
    return found;
  }

  /** Repeats `act` until the element exists, is enabled, and `act` succeeds. */
  async #onElement(kind: Kind, name: RegExp, act: string): Promise<void> {
    const source = `(...found) => {
      const element = (${FIND})(...found);
      return element !== null && !element.matches(':disabled') && (${act})(element);
    }`;
    await this.#until(`${kind} ${name} to use`, () =>
      this.#engine.evaluate<boolean>(source, SELECTORS[kind], name.source, false),
    );
  }

  async #press(kind: Kind, name: RegExp): Promise<void> {
    await this.#onElement(
      kind,
      name,
      // Content that loads later may move the element, so it must be in the same place as a moment ago.
      `(element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { top } = element.getBoundingClientRect();
        const isStill = element.dataset.top === String(top);
        element.dataset.top = top;
        return isStill && !element.ariaDisabled;
      }`,
    );
    const { origin } = await this.#find(kind, name);
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    try {
      await this.#engine.act([{ type: 'pointer', id: 'mouse', actions }]);
    } catch (error) {
      // The element moved out of view meanwhile, so nothing was pressed yet.
      if (!String(error).includes('move target out of bounds')) throw error;
      await this.#press(kind, name);
    }
  }
}
