import type { LoggedIn } from '../../../bff/view-models/admin.ts';
import { askBff } from '../../api/ask-bff.ts';
import { isRequestFailed } from '../../api/problem.ts';
import { ADMIN_GATE, staffProblemText } from '../../texts/admin.ts';
import { deviceHeader, keepDeviceToken, loginFailed, loginSucceeded } from './admin-session.ts';

/** Asks the server whether this is the password; the answer becomes the session (§4). */
export async function logIn(typed: string) {
  // Browsers offer hashing only on https and localhost.
  if (!crypto.subtle) return loginFailed(ADMIN_GATE.insecure);
  const password = await sha256Hex(typed);
  try {
    const headers = { authorization: password, ...deviceHeader() };
    const { deviceToken } = await askBff<LoggedIn>('/api/admin/login', { method: 'POST', body: {}, headers });
    keepDeviceToken(deviceToken);
    loginSucceeded(password);
  } catch (error) {
    loginFailed(isRequestFailed(error) && error.code === 'password' ? 'password' : staffProblemText(error));
  }
}

export async function sha256Hex(text: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
