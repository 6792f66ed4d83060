/** A number of bytes for people: `812 B`, `4.2 kB`, `6 MB`. */
export function byteSize(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < 1000 ? [bytes, 'B'] : bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} ${unit}`
}
