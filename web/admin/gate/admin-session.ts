import { useSyncExternalStore } from 'react';
import type { LoggedIn } from '../../../bff/view-models/colleagues.ts';
import { askBff, isRequestFailed } from '../../api/ask-bff.ts';
import { WRITE_PREFIX } from '../../device/idempotency-key.ts';
import { type Area, readStored, removeAllStored, removeStored, writeStored } from '../../device/storage.ts';
import { createStore } from '../../device/store.ts';
import { ADMIN_GATE, staffProblemText } from '../../texts/admin.ts';

const SESSION_KEY = 'adminSession';
const SEEN_KEY = 'adminSessionSeen';
/** A logout writes this key. Then every tab clears its drafts, and stores for itself which logout it followed. */
const LEFT_KEY = 'adminSessionLeft';
const DEVICE_KEY = 'admin_device';
const IDLE_MS = 12 * 60 * 60 * 1000;

/** §3. `error` is empty, "password" (the gate shows "Error"), "expired", "idle", or a text for the user. */
interface AdminSession {
  /** SHA-256 (hex) of the password, never the password itself. */
  password: string;
  valid: boolean;
  error: string;
  /** The contact owner that this user chose in "Gebruiker?". */
  ownerId?: string;
}

/** The session when nothing is stored: its password is no digest, so no server accepts it (decision B5). */
const DEFAULT_SESSION: AdminSession = { password: 'not-logged-in', valid: false, error: '' };

if (missedLogout()) forgetTyped();
const session = createStore(storedSession());
export const currentAdminSession = session.current;

export function loginSucceeded(password: string) {
  seenNow();
  keep({ password, valid: true, error: '', ownerId: session.current().ownerId });
}

/** Back to the gate, with the reason; the chosen user stays. */
function endWith(error: string) {
  drop(ended(error));
}

function ended(error: string): AdminSession {
  return { password: '', valid: false, error, ownerId: session.current().ownerId };
}

/** Logging out clears drafts; an expired password does not (decision B5). */
export function logOut() {
  leave();
  drop({ password: '', valid: false, error: '' });
}

export function chooseOwner(ownerId: string) {
  keep({ ...session.current(), ownerId: ownerId || undefined });
}

/** The server refused this password: return to the gate, keeping the chosen user. */
export function sessionRefused(password: string) {
  if (session.current().valid && session.current().password === password) endWith('expired');
}

/** Another tab logged in or out, or chose an owner. */
export function followOtherTabs({ key }: StorageEvent) {
  if (key === LEFT_KEY || key === null) followLogout();
  if (key === SESSION_KEY) session.become(sharedSession());
}

/** "Back" restored this page from the back/forward cache: its content and state may belong to an earlier user. */
export function followReturn({ persisted }: PageTransitionEvent) {
  if (!persisted) return;
  if (!missedLogout()) return session.become(sharedSession());
  followLogout();
  window.location.reload();
}

export function seenNow(now = Date.now()) {
  writeStored('local', SEEN_KEY, String(now));
}

/** Ends the session after twelve hours without activity in any tab. */
export function endWhenIdle(now = Date.now()) {
  const seen = Number(readStored('local', SEEN_KEY) ?? now);
  if (!session.current().valid || now - seen < IDLE_MS) return;
  leave(now);
  endWith('idle');
}

function leave(now = Date.now()) {
  writeStored('local', LEFT_KEY, String(now));
  forgetTyped();
}

function followLogout() {
  forgetTyped();
  session.become(DEFAULT_SESSION);
}

/** Whether another tab logged out while this one could not hear it. A tab that follows no logout yet begins now. */
function missedLogout() {
  if (readStored('session', LEFT_KEY) === null) {
    writeStored('session', LEFT_KEY, lastLogout('local'));
    return false;
  }
  return lastLogout('session') !== lastLogout('local');
}

function lastLogout(area: Area) {
  return readStored(area, LEFT_KEY) ?? '';
}

function forgetTyped() {
  for (const prefix of ['admin-', WRITE_PREFIX]) removeAllStored('session', prefix);
  writeStored('session', LEFT_KEY, lastLogout('local'));
}

function keep(next: AdminSession) {
  writeStored('local', SESSION_KEY, JSON.stringify(next));
  session.become(next);
}

function drop(next: AdminSession) {
  removeStored('local', SESSION_KEY);
  session.become(next);
}

/** The session of all tabs. If it is gone without a logout, the server refused it in another tab (decision B5). */
function sharedSession() {
  const isRefused = session.current().valid && readStored('local', SESSION_KEY) === null;
  return isRefused ? ended('expired') : storedSession();
}

function storedSession(): AdminSession {
  try {
    const { password, valid, error, ownerId } = JSON.parse(readStored('local', SESSION_KEY) ?? '{}');
    if (typeof password !== 'string') return DEFAULT_SESSION;
    return {
      password,
      valid: valid === true,
      error: typeof error === 'string' ? error : '',
      ownerId: typeof ownerId === 'string' && ownerId !== '' ? ownerId : undefined,
    };
  } catch {
    return DEFAULT_SESSION;
  }
}

export function useAdminSession() {
  return useSyncExternalStore(session.subscribe, session.current);
}

/** Tells the server that this device logged in before. The token grants no access, and outlives the session. */
export function deviceHeader(): Record<string, string> {
  const token = readStored('local', DEVICE_KEY);
  return token === null ? {} : { 'x-device-token': token };
}

/** Checks the password with the server; the answer becomes the session (§4). */
export async function logIn(typed: string) {
  // Browsers offer hashing only on https and localhost.
  if (!crypto.subtle) return endWith(ADMIN_GATE.insecure);
  const password = await sha256Hex(typed);
  try {
    const headers = { authorization: password, ...deviceHeader() };
    const { deviceToken } = await askBff<LoggedIn>('/api/admin/login', { method: 'POST', body: {}, headers });
    writeStored('local', DEVICE_KEY, deviceToken);
    loginSucceeded(password);
  } catch (error) {
    endWith(isRequestFailed(error) && error.code === 'password' ? 'password' : staffProblemText(error));
  }
}

async function sha256Hex(text: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
