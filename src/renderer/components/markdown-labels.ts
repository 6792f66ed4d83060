/** The words of drawn Markdown, in the language of the page. Keep one object for as long as the language is the same. */
export interface MarkdownLabels {
  readonly copy: string
  readonly copied: string
  readonly wrap: string
  readonly noWrap: string
  readonly code: string
  /** What opens a long block of so many lines. */
  showAll(lines: number): string
  readonly showLess: string
  readonly done: string
  readonly notDone: string
  readonly footnotes: string
  readonly backToText: string
  readonly link: LinkLabels
}

/** The words of the card that shows where a link leads. */
export interface LinkLabels {
  readonly title: string
  readonly open: string
  readonly copy: string
  readonly copied: string
  /** Its name is written in another way than it looks: `host` in ASCII. */
  spelled(host: string): string
  /** Its own words are the address of another place. */
  readonly differs: string
  readonly hidden: string
  readonly insecure: string
}
