import { LRUCache } from 'lru-cache';

/**
 * Keeps the `most` recently used entries and calls `dispose` for removed ones. Memory grows with the content: with
 * `max`, lru-cache would allocate all of it at once.
 */
export function boundedCache<K extends {}, V extends {}>(
  most: number,
  dispose?: (value: V, key: K) => void,
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1, ...(dispose && { dispose }) });
}
