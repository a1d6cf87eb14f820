/**
 * Like `Promise.all`, but a failure leaves none of the others running behind it: whoever tries again would not find what
 * they are still writing, and write it a second time.
 */
export async function settleAll<T extends readonly unknown[]>(
  work: readonly [...T],
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
