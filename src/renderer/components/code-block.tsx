import { WrapText } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { IconButton } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import type { CodeLine } from './highlight/tokenize.ts'
import { useHighlight } from './highlight/use-highlight.ts'
import type { MarkdownLabels } from './markdown-labels.ts'
import { VisibleText } from './visible-text-view.tsx'
import './code-block.css'

/** Longer blocks are folded to `foldedLines`. */
const longBlock = 32
const foldedLines = 20

interface CodeBlockProps {
  readonly code: string
  /** As it stands behind the fence. */
  readonly fence: string | undefined
  /** No more text comes. */
  readonly isSettled: boolean
  readonly labels: MarkdownLabels
}

/** Code as it is, with its language, in colours once it is settled. What cannot be seen in it is shown. */
export const CodeBlock = memo(function CodeBlock({ code, fence, isSettled, labels }: CodeBlockProps) {
  const [isWrapped, setWrapped] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const plain = useMemo(() => code.split('\n').map((line): CodeLine => [[line]]), [code])
  const lines = useHighlight(code, fence, isSettled) ?? plain
  const isLong = lines.length > longBlock
  const shown = isLong && !isWhole && isSettled ? lines.slice(0, foldedLines) : lines
  return (
    <figure className="code">
      <figcaption className="code__head">
        <span className="code__language">{fence ?? ''}</span>
        <IconButton
          label={isWrapped ? labels.noWrap : labels.wrap}
          pressed={isWrapped}
          icon={<WrapText size={14} />}
          onClick={() => setWrapped(!isWrapped)}
        />
        <CopyButton text={() => code} label={labels.copy} copiedLabel={labels.copied} />
      </figcaption>
      <pre
        className={`code__text ${isWrapped ? 'code__text--wrapped' : ''}`}
        dir="ltr"
        tabIndex={0}
        role="region"
        aria-label={fence === undefined ? labels.code : `${labels.code}: ${fence}`}
      >
        <code>
          {shown.map((line, index) => (
            <Line key={index} line={line} isLast={index === shown.length - 1} />
          ))}
        </code>
      </pre>
      {isLong && isSettled && (
        <button type="button" className="code__fold" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? labels.showLess : labels.showAll(lines.length)}
        </button>
      )}
    </figure>
  )
})

const Line = memo(function Line({ line, isLast }: { line: CodeLine; isLast: boolean }) {
  return (
    <>
      {line.map(([text, kind], index) =>
        kind === undefined ? (
          <VisibleText key={index} text={text} />
        ) : (
          <span key={index} className={`code--${kind}`}>
            <VisibleText text={text} />
          </span>
        ),
      )}
      {!isLast && '\n'}
    </>
  )
})
