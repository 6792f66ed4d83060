import { CheckSquare, Square } from 'lucide-react'
import { isValidElement, memo, useId, useMemo, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block.tsx'
import { isDrawable, isPlain, splitBlocks } from './markdown-blocks.ts'
import type { MarkdownLabels } from './markdown-labels.ts'
import { PlainBlock, PlainOnError } from './plain-on-error.tsx'
import { SafeLink } from './safe-link.tsx'
import { VisibleText } from './visible-text-view.tsx'
import './markdown.css'

interface MarkdownProps {
  readonly text: string
  readonly labels: MarkdownLabels
  /** More text comes: the last block is not settled. */
  readonly isStreaming?: boolean
}

const plugins = [remarkGfm]

/**
 * Markdown from an untrusted hand: raw HTML is shown as text, links show where they lead before they open, images are
 * links. Finished blocks are drawn once.
 */
export const Markdown = memo(function Markdown({ text, labels, isStreaming = false }: MarkdownProps) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        <Block key={index} text={block} labels={labels} isSettled={!isStreaming || index < blocks.length - 1} />
      ))}
    </div>
  )
})

interface BlockProps {
  readonly text: string
  readonly labels: MarkdownLabels
  readonly isSettled: boolean
}

const Block = memo(function Block({ text, labels, isSettled }: BlockProps) {
  if (isPlain(text)) return <p>{text.trim()}</p>
  if (!isDrawable(text)) return <PlainBlock text={text} />
  return (
    <PlainOnError text={text}>
      <Drawn text={text} labels={labels} isSettled={isSettled} />
    </PlainOnError>
  )
})

function Drawn({ text, labels, isSettled }: BlockProps) {
  const id = useId()
  return useMemo(() => draw(text, labels, isSettled, id), [text, labels, isSettled, id])
}

interface Kept {
  readonly drawn: Map<string, ReactNode>
  size: number
}

/** What settled blocks were drawn as: who scrolls back to one need not wait for it to be read again. */
const kept = new WeakMap<MarkdownLabels, Kept>()
/** Characters of the texts that were read; what they were drawn as takes some twenty times that. */
const maxKept = 200_000
const longestKept = 20_000

function draw(text: string, labels: MarkdownLabels, isSettled: boolean, id: string): ReactNode {
  // Footnotes are found by ids, which no two places may share.
  const canKeep = isSettled && text.length <= longestKept && !text.includes('[^')
  const own = kept.get(labels) ?? { drawn: new Map(), size: 0 }
  kept.set(labels, own)
  const known = canKeep ? own.drawn.get(text) : undefined
  if (known !== undefined) return known
  const prefix = `${id}-`
  const drawn = ReactMarkdown({
    children: text,
    remarkPlugins: plugins,
    remarkRehypeOptions: {
      clobberPrefix: prefix,
      footnoteLabel: labels.footnotes,
      footnoteBackLabel: labels.backToText,
    },
    components: drawnAs(labels, isSettled, prefix),
  })
  if (!canKeep) return drawn
  own.drawn.set(text, drawn)
  own.size += text.length
  for (const oldest of own.drawn.keys()) {
    if (own.size <= maxKept) break
    own.drawn.delete(oldest)
    own.size -= oldest.length
  }
  return drawn
}

function drawnAs(labels: MarkdownLabels, isSettled: boolean, prefix: string): Components {
  return {
    a: ({ href, children, ...rest }) =>
      href?.startsWith(`#${prefix}`) === true ? (
        <a
          href={href}
          id={rest.id}
          className="link"
          aria-label={rest['aria-label']}
          onClick={(event) => {
            event.preventDefault()
            const target = document.getElementById(href.slice(1))
            target?.scrollIntoView({ block: 'nearest' })
            target?.focus()
          }}
        >
          {children}
        </a>
      ) : (
        <SafeLink href={href} labels={labels.link}>
          {children}
        </SafeLink>
      ),
    img: ({ src, alt }) => (
      <SafeLink href={typeof src === 'string' ? src : undefined} labels={labels.link}>
        {alt || (typeof src === 'string' ? src : '')}
      </SafeLink>
    ),
    pre: ({ children }) => <CodeBlock {...codeOf(children)} isSettled={isSettled} labels={labels} />,
    code: ({ children }) => <code>{typeof children === 'string' ? <VisibleText text={children} /> : children}</code>,
    input: ({ checked }) => {
      const Icon = checked === true ? CheckSquare : Square
      return (
        <Icon className="markdown__task" size={14} role="img" aria-label={checked ? labels.done : labels.notDone} />
      )
    },
    table: ({ children }) => (
      <div className="markdown__table" tabIndex={0} role="group">
        <table>{children}</table>
      </div>
    ),
  }
}

/** The text and the language of a block of code, as the reader of Markdown hands it over. */
function codeOf(children: ReactNode): { code: string; fence: string | undefined } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return { code: '', fence: undefined }
  const { className, children: inner } = children.props
  return {
    code: (typeof inner === 'string' ? inner : '').replace(/\n$/, ''),
    fence: /(?:^|\s)language-(\S+)/.exec(className ?? '')?.[1],
  }
}
