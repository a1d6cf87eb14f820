export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };

/**
 * A journey runs once, on the size where it is mostly used: the call center's and the keyboard's on a desktop, the
 * customer's on a phone. A test that depends on the size changes it itself.
 */
export const deviceOf = (file: string) =>
  /(admin-[\w-]+|keyboard|forced-colours|security[\w-]*)\.spec/.test(file) ? DESKTOP : PHONE;
