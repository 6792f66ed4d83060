import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'

interface CopyButtonProps {
  /** Its text is asked for when it is pressed. */
  readonly text: () => string
  readonly label: string
  readonly copiedLabel: string
}

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <IconButton
      label={isCopied ? copiedLabel : label}
      icon={isCopied ? <Check size={14} /> : <Copy size={14} />}
      onClick={() => void navigator.clipboard.writeText(text()).then(() => setCopied(true))}
    />
  )
}
