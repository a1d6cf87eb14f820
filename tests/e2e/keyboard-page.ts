import type { Locator, Page } from 'playwright/test';
import { test as base, expect } from './admin-desk.ts';

/** Any use of a finger, pen or mouse in the page fails the test; so does a press by the test itself. */
export const test = base.extend<{ keyboard: Keyboard }>({
  keyboard: async ({ page }, use) => {
    const pointed: string[] = [];
    await page.exposeFunction('pointed', (what: string) => pointed.push(what));
    await page.addInitScript(() => {
      const { pointed } = window as unknown as { pointed: (what: string) => void };
      for (const type of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel']) {
        addEventListener(type, (event) => event.isTrusted && pointed(type), { capture: true });
      }
      // A click by a key has a click count of 0; a click by a script is not trusted.
      const told = (event: MouseEvent) => {
        if (!event.isTrusted || event.detail > 0) pointed(`click on ${(event.target as Element).textContent}`);
      };
      addEventListener('click', told, { capture: true });
    });
    await use(keyboardOn(page));
    expect(pointed).toEqual([]);
  },
});

const MOST_TABS = 80;

/** A person who only has a keyboard. */
export type Keyboard = ReturnType<typeof keyboardOn>;

function keyboardOn(page: Page) {
  /** Presses Tab until this has the focus. */
  const tabTo = async (target: Locator) => {
    await expect(target).toBeEnabled();
    for (let presses = 0; presses < MOST_TABS; presses += 1) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`the keyboard does not reach ${target}`);
  };
  return {
    tabTo,
    press: async (target: Locator) => {
      await tabTo(target);
      await page.keyboard.press('Enter');
    },
    /** Tab to a field, then type over what is in it. */
    type: async (target: Locator, text: string) => {
      await tabTo(target);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
    /** Reading continues at the heading of a new screen or step. */
    expectHeading: (name: string | RegExp) => expect(page.getByRole('heading', { name })).toBeFocused(),
  };
}

export { expect } from 'playwright/test';
