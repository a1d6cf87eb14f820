import { readStored, writeStored } from '../../device/storage.ts';

const KEY = 'admin_device';

/** Tells the server that this device was let in before. The token opens nothing, and outlives the session. */
export function deviceHeader(): Record<string, string> {
  const token = readStored('local', KEY);
  return token === null ? {} : { 'x-device-token': token };
}

export function keepDeviceToken(token: string) {
  writeStored('local', KEY, token);
}
