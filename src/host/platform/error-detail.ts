/** What a log says of something thrown: with its stack, which never goes anywhere else. */
export function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
