import { hasHidden } from './visible-text.ts'

/** What is to be known of an address before it is opened. */
export interface LinkAddress {
  /** As it will be opened. */
  readonly href: string
  /** For people: the host as it is written, in letters of any script. */
  readonly shown: string
  /** The host in ASCII, where that is not how it is written. */
  readonly asciiHost?: string
  readonly hasHidden: boolean
  readonly isInsecure: boolean
}

/** Reads the address of a link; undefined for one that is never opened: only web and mail addresses are. */
export function readLink(href: string | undefined): LinkAddress | undefined {
  if (href === undefined) return undefined
  let url: URL
  try {
    url = new URL(href)
  } catch {
    return undefined
  }
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined
  const written = writtenHost(href)
  const isOther = url.hostname !== '' && (written.toLowerCase() !== url.hostname || url.hostname.includes('xn--'))
  return {
    href: url.href,
    shown: readable(href),
    ...(isOther ? { asciiHost: url.hostname } : {}),
    hasHidden: hasHidden(readable(href)),
    isInsecure: url.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(url.hostname),
  }
}

/** Whether the words of a link are an address that is not where it leads. */
export function differs(words: string, address: LinkAddress): boolean {
  const text = words.trim()
  if (!/^(https?:\/\/|www\.)?[^\s/@]+\.[a-z]{2,}([/?#:]|$)/i.test(text)) return false
  const named = hostOf(/^https?:/i.test(text) ? text : `https://${text}`)
  const real = hostOf(address.href)
  return named !== undefined && real !== undefined && bare(named) !== bare(real)
}

const bare = (host: string): string => host.replace(/^www\./, '')

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname
  } catch {
    return undefined
  }
}

/** The host as it stands in the address, before it was made ASCII. */
function writtenHost(href: string): string {
  const rest = /^https?:\/\/([^/?#]*)/i.exec(href)?.[1] ?? ''
  return readable(rest.slice(rest.lastIndexOf('@') + 1)).replace(/:\d+$/, '')
}

/** Escapes undone where that can be; markdown has put them in place of letters. */
function readable(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
