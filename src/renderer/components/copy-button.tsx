import { Check, Copy } from 'lucide-react'
import { IconButton } from './button.tsx'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  /** Its text is asked for when it is pressed. */
  readonly text: () => string
  readonly label: string
  readonly copiedLabel: string
}

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const { isCopied, copy } = useCopy()
  return (
    <IconButton
      label={isCopied ? copiedLabel : label}
      icon={isCopied ? <Check size={14} /> : <Copy size={14} />}
      onClick={() => copy(text())}
    />
  )
}
