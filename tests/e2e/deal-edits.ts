import type { Page } from 'playwright/test';

export const choiceOf = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true });
export const saveOf = (page: Page, label: string) =>
  page.getByRole('group', { name: label, exact: true }).getByRole('button');
