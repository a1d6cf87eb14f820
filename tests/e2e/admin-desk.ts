import type { Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import { test as base, expect } from './portal-page.ts';

export const PASSWORD = 'zon-en-zout-2026';

export const test = base.extend<{ desk: Desk }>({
  desk: async ({ page, portal }, use) => {
    await use(deskOf(page, portal));
  },
});

/** A colleague working in the call center. */
export type Desk = ReturnType<typeof deskOf>;

function deskOf(page: Page, portal: Portal) {
  const logIn = async (password = PASSWORD) => {
    await page.getByLabel('Wachtwoord').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  /** Passes the gate to a path of the admin area. */
  const enter = async (path = '/admin') => {
    await page.goto(path);
    await logIn();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  };
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click();
  /** Expects a question with exactly this text, and confirms it with Enter. */
  const confirm = async (text: string) => {
    const question = page.getByRole('alertdialog');
    await expect(question.getByText(text, { exact: true })).toBeVisible();
    // Actions need a name, so one is chosen here if there was none.
    const who = question.getByRole('combobox');
    if ((await who.count()) > 0) {
      if ((await who.inputValue()) === '') await who.selectOption({ label: 'Sanne de Wit' });
      await question.getByRole('button', { name: 'Ja' }).focus();
    }
    // It waits for the price of a change.
    await expect(question.getByRole('button', { name: 'Ja' })).toBeEnabled();
    await expect(question.getByRole('button', { name: 'Ja' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
  };
  /** Presses a button and confirms its question, by default the text of the button with a question mark. */
  const act = async (button: string, question = `${button}?`) => {
    await press(button);
    await confirm(question);
  };
  const choose = async (owner: string) => {
    await page.getByRole('combobox', { name: 'Gebruiker', exact: true }).selectOption({ label: owner });
  };
  const expectDone = () => expect(page.getByText('done', { exact: true })).toBeVisible();
  const pageOf = (name: string) => `/admin/callcenter/contacts/${portal.as(name).contactId}`;
  return {
    logIn,
    enter,
    /** Passes the gate to a person's page, with the first deal loaded, as this colleague. */
    open: async (name: string, owner?: string) => {
      await enter(pageOf(name));
      await expect(page.getByPlaceholder('Notitie')).toBeVisible();
      if (owner) await choose(owner);
    },
    /** The same for a colleague who is logged in. */
    visit: async (name: string) => {
      await page.goto(pageOf(name));
      await expect(page.getByPlaceholder('Notitie')).toBeVisible();
    },
    choose,
    /** Opens a folded part of the panel. */
    unfold: (title: string | RegExp) =>
      page
        .locator('summary')
        .getByText(title, typeof title === 'string' ? { exact: true } : {})
        .click(),
    press,
    confirm,
    act,
    /** The same as `act`, until it is done. */
    complete: async (button: string, question?: string) => {
      await act(button, question);
      await expectDone();
    },
    expectDone,
  };
}

export { expect } from './portal-page.ts';
