import { Check, Copy } from 'lucide-react'
import { memo, useMemo, useState, type ComponentProps } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { IconButton } from './button.tsx'
import { isDrawable, splitBlocks } from './markdown-blocks.ts'
import { PlainBlock, PlainOnError } from './plain-on-error.tsx'
import './markdown.css'

interface MarkdownProps {
  readonly text: string
  readonly copyLabel: string
  readonly copiedLabel: string
}

const plugins = [remarkGfm]

/** Markdown from an untrusted hand: raw HTML is shown as text, links open elsewhere, images are links. Finished blocks are drawn once. */
export function Markdown({ text, copyLabel, copiedLabel }: MarkdownProps) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        <Block key={index} text={block} copyLabel={copyLabel} copiedLabel={copiedLabel} />
      ))}
    </div>
  )
}

const Block = memo(function Block({ text, copyLabel, copiedLabel }: MarkdownProps) {
  const components = useMemo<Components>(
    () => ({
      a: SafeLink,
      img: ({ src, alt }) => <SafeLink {...(typeof src === 'string' ? { href: src } : {})}>{alt || src}</SafeLink>,
      pre: ({ children }) => (
        <CodeBlock copyLabel={copyLabel} copiedLabel={copiedLabel}>
          {children}
        </CodeBlock>
      ),
      table: ({ children }) => (
        <div className="markdown__table">
          <table>{children}</table>
        </div>
      ),
    }),
    [copyLabel, copiedLabel],
  )
  if (!isDrawable(text)) return <PlainBlock text={text} />
  return (
    <PlainOnError text={text}>
      <ReactMarkdown remarkPlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </PlainOnError>
  )
})

function SafeLink({ href, children }: ComponentProps<'a'>) {
  if (href === undefined || !/^(https?:|mailto:)/i.test(href)) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" title={href}>
      {children}
    </a>
  )
}

function CodeBlock({ copyLabel, copiedLabel, children }: ComponentProps<'pre'> & Omit<MarkdownProps, 'text'>) {
  const [isCopied, setCopied] = useState(false)
  const [element, setElement] = useState<HTMLPreElement | null>(null)
  async function copy() {
    await navigator.clipboard.writeText(element?.textContent ?? '')
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <div className="markdown__code">
      <pre ref={setElement} tabIndex={0}>
        {children}
      </pre>
      <IconButton
        className="markdown__copy"
        label={isCopied ? copiedLabel : copyLabel}
        icon={isCopied ? <Check size={14} /> : <Copy size={14} />}
        onClick={() => void copy()}
      />
    </div>
  )
}
