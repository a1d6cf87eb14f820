/** The accepted types (decision C7), for file pickers; some phones report no type, so extensions are listed too. */
export const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'application/pdf'];
const EXTENSIONS = /\.(jpe?g|png|webp|hei[cf]|pdf)$/i;

export function isAccepted({ type, name }: { type: string; name: string }) {
  return type === '' ? EXTENSIONS.test(name) : ACCEPTED.includes(type);
}
