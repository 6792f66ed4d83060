/** `x-roadstead-blob:/<sha256>?name=<file name>`: content kept by hash; built and parsed here. */

export function blobUri(hash: string, name: string): string {
  return `x-roadstead-blob:/${hash}?name=${encodeURIComponent(name)}`
}

/** Whether a text is of this scheme at all. */
export const isBlobUri = (uri: string): boolean => uri.startsWith('x-roadstead-blob:')

/** The hash and the name; undefined for anything `blobUri` cannot have built. The name is never used as a path. */
export function parseBlobUri(uri: string): { readonly hash: string; readonly name: string } | undefined {
  const match = /^x-roadstead-blob:\/([0-9a-f]{64})\?name=([^&#]*)$/.exec(uri)
  const [, hash, name] = match ?? []
  if (hash === undefined || name === undefined) return undefined
  try {
    return { hash, name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}
