import { LRUCache } from 'lru-cache';

/**
 * Keeps the `most` entries used last; `dispose` is called with what goes. Its memory grows with what it holds: by `max`, lru-cache would take all of it at
 * once.
 */
export function boundedCache<K extends {}, V extends {}>(
  most: number,
  dispose?: (value: V, key: K) => void,
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1, ...(dispose && { dispose }) });
}
