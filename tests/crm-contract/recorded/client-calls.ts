import type { CrmClient } from '../../../crm-contract/client.ts';

/** All functions of a client, by the names that callers use: `notes.create`, `query`. */
export function callsOf(client: CrmClient): string[] {
  const {
    close: _close,
    setSlots: _setSlots,
    slotsInUse: _slotsInUse,
    slotsLoad: _slotsLoad,
    onWrite: _onWrite,
    crmTime: _crmTime,
    ...endpoints
  } = client;
  return Object.entries(endpoints).flatMap(([name, endpoint]) =>
    typeof endpoint === 'function' ? [name] : Object.keys(endpoint).map((call) => `${name}.${call}`),
  );
}

/** The same client, with a record of the names of its calls. */
export function notingCalls<T extends object>(part: T, called: Set<string>, path = ''): T {
  return new Proxy(part, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      const name = path + String(key);
      if (typeof value === 'function') called.add(name);
      return typeof value === 'object' && value !== null ? notingCalls(value, called, `${name}.`) : value;
    },
  });
}
