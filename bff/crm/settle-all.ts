/**
 * Like `Promise.all`, but a failure waits until all others have ended: otherwise a retry would not find what they are
 * still writing, and write it twice.
 */
export async function settleAll<T extends readonly unknown[]>(
  work: readonly [...T],
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
