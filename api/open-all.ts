/**
 * Waits for parts that are opened at the same time and gives each that opened to the stack, so that it is closed
 * again even where another one failed. Throws the first failure, once none of them is still opening.
 */
export async function openAll<Parts extends AsyncDisposable[]>(
  opened: AsyncDisposableStack,
  ...opening: { [Index in keyof Parts]: Promise<Parts[Index]> }
): Promise<Parts> {
  const outcomes = await Promise.allSettled<AsyncDisposable>(opening)
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') opened.use(outcome.value)
  return (await Promise.all(opening)) as Parts
}
