/**
 * Node flags for the BFF: 8 MB for new objects instead of 16. Garbage of an upload is then collected in about a
 * millisecond, and start and load use less memory. With 4 MB a read costs a tenth more CPU (`npm run bench`).
 */
export const BFF_FLAGS: readonly string[] = ['--max-semi-space-size=8'];
