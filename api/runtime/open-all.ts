/** `Promise.all` that waits for all; those that opened go on the stack even if another one failed. */
export async function openAll<Parts extends AsyncDisposable[]>(
  opened: AsyncDisposableStack,
  ...opening: { [Index in keyof Parts]: Promise<Parts[Index]> }
): Promise<Parts> {
  const outcomes = await Promise.allSettled<AsyncDisposable>(opening)
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') opened.use(outcome.value)
  return (await Promise.all(opening)) as Parts
}
