import type { Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import { test as base, expect } from './portal-page.ts';

export const PASSWORD = 'zon-en-zout-2026';

/** A colleague working in the call center. */
export interface Desk {
  /** Passes the gate to a path of the admin area. */
  enter: (path?: string) => Promise<void>;
  /** Passes the gate to a person's page, with the first deal loaded. */
  open: (name: string) => Promise<void>;
  /** The same for a colleague who is logged in. */
  visit: (name: string) => Promise<void>;
  logIn: (password?: string) => Promise<void>;
  choose: (owner: string) => Promise<void>;
  press: (button: string) => Promise<void>;
  /** Opens a folded part of the panel. */
  unfold: (title: string | RegExp) => Promise<void>;
  /** Expects a question with exactly this text, and confirms it with Enter. */
  confirm: (text: string) => Promise<void>;
  /** Presses a button and confirms its question, by default the text of the button with a question mark. */
  act: (button: string, question?: string) => Promise<void>;
  /** The same, until it is done. */
  complete: (button: string, question?: string) => Promise<void>;
  expectDone: () => Promise<void>;
}

export const test = base.extend<{ desk: Desk }>({
  desk: async ({ page, portal }, use) => {
    await use(deskOf(page, portal));
  },
});

function deskOf(page: Page, portal: Portal): Desk {
  const logIn: Desk['logIn'] = async (password = PASSWORD) => {
    await page.getByLabel('Wachtwoord').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  const enter: Desk['enter'] = async (path = '/admin') => {
    await page.goto(path);
    await logIn();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  };
  const press: Desk['press'] = (button) => page.getByRole('button', { name: button, exact: true }).click();
  const confirm: Desk['confirm'] = async (text) => {
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
  const act: Desk['act'] = async (button, question = `${button}?`) => {
    await press(button);
    await confirm(question);
  };
  const expectDone = () => expect(page.getByText('done', { exact: true })).toBeVisible();
  const pageOf = (name: string) => `/admin/callcenter/contacts/${portal.as(name).contactId}`;
  return {
    logIn,
    enter,
    open: async (name) => {
      await enter(pageOf(name));
      await expect(page.getByPlaceholder('Notitie')).toBeVisible();
    },
    visit: async (name) => {
      await page.goto(pageOf(name));
      await expect(page.getByPlaceholder('Notitie')).toBeVisible();
    },
    choose: async (owner) => {
      await page.getByRole('combobox', { name: 'Gebruiker', exact: true }).selectOption({ label: owner });
    },
    unfold: (title) =>
      page
        .locator('summary')
        .getByText(title, typeof title === 'string' ? { exact: true } : {})
        .click(),
    press,
    confirm,
    act,
    complete: async (button, question) => {
      await act(button, question);
      await expectDone();
    },
    expectDone,
  };
}

export { expect } from './portal-page.ts';
