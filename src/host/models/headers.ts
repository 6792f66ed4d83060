type HeadersSource = Iterable<readonly [string, string]> | Readonly<Record<string, string | undefined>> | Headers

/**
 * As much of the platform's `Headers` as calling a model takes. The platform's own brings its whole `fetch` with it: 16 MB and
 * 20 ms for a class. The build puts this one in the place of the global (scripts/build/program.mjs).
 */
export class Headers {
  readonly #values = new Map<string, string>()

  constructor(init?: HeadersSource | null) {
    if (init === undefined || init === null) return
    const pairs = Symbol.iterator in init ? init : Object.entries(init)
    for (const [name, value] of pairs) if (value !== undefined) this.append(name, value)
  }

  append(name: string, value: string): void {
    const before = this.get(name)
    this.set(name, before === null ? value : `${before}, ${value}`)
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase())
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  set(name: string, value: string): void {
    const text = String(value).trim()
    // A line end would begin a header of the value's own.
    if (/[\0\r\n]/.test(text)) throw new TypeError(`the value of the header ${name} holds a line end`)
    this.#values.set(name.toLowerCase(), text)
  }

  forEach(use: (value: string, name: string) => void): void {
    for (const [name, value] of this) use(value, name)
  }

  entries(): IterableIterator<[string, string]> {
    return [...this.#values].toSorted(([a], [b]) => (a < b ? -1 : 1)).values()
  }

  keys(): IterableIterator<string> {
    return [...this].map(([name]) => name).values()
  }

  values(): IterableIterator<string> {
    return [...this].map(([, value]) => value).values()
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries()
  }
}
