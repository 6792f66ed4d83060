/** A whole object id, SHA-1 or SHA-256; never a revision, a path or an option. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}
