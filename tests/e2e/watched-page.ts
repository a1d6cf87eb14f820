import { test as base, expect } from './admin-desk.ts';

/** Everything that runs, opens or violates the policy because of the CRM's data. */
export const test = base.extend<{ happenings: string[] }>({
  happenings: [
    async ({ page }, use) => {
      const happenings: string[] = [];
      page.on('dialog', async (dialog) => {
        happenings.push(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      page.on('pageerror', (error) => happenings.push(`error: ${error.message}`));
      page.on('popup', (popup) => happenings.push(`popup: ${popup.url()}`));
      await page.exposeFunction('happened', (what: string) => happenings.push(what));
      await page.addInitScript(() => {
        const { happened } = window as unknown as { happened: (what: string) => void };
        addEventListener('securitypolicyviolation', (event) => happened(`policy: ${event.violatedDirective}`));
        Object.defineProperty(window, 'ran', { get: () => happened('ran') });
      });
      await use(happenings);
      expect(happenings).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from './admin-desk.ts';
