import { expect } from '../e2e/portal-page.ts';
import type { Stage } from './scene.ts';

export const ACTION = '**/api/admin/callcenter/action';
export const LIST = '**/api/admin/callcenter';

/** Bram's page with "Neemt niet op" pressed and confirmed. */
export async function noAnswer(stage: Stage) {
  await stage.page.getByPlaceholder('Notitie').fill('Belt na zes uur terug');
  await stage.desk.press('Neemt niet op');
  await stage.desk.confirm('Neemt niet op?');
}

export async function openList({ page, desk }: Stage) {
  await desk.enter('/admin/callcenter');
  await expect(page.getByRole('link', { name: /Bram van 't Hof/ })).toBeVisible();
}
