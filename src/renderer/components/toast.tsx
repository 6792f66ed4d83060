import { X } from 'lucide-react'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import './toast.css'

/** A word about what was just done. `action` is offered for ten seconds: to undo it, mostly. */
export interface ToastRequest {
  readonly text: string
  readonly tone?: 'plain' | 'bad'
  readonly action?: { readonly label: string; run(): void }
  /** A later word about the same takes the place of this one: only the last discard can be undone, say. */
  readonly about?: string
}

interface ShownToast extends ToastRequest {
  readonly id: number
}

/** How long it stays, milliseconds. */
export const toastMs = 10_000

const ToastContext = createContext<(toast: ToastRequest) => void>(() => {})

/** Shows a toast. */
export function useToast(): (toast: ToastRequest) => void {
  return use(ToastContext)
}

/** Gives toasts to everything inside; they stand below the top bar, newest last. */
export function ToastProvider({ closeLabel, children }: { closeLabel: string; children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const nextId = useRef(1)
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), [])
  const show = useCallback((toast: ToastRequest) => {
    const id = nextId.current++
    setToasts((shown) => [...shown.filter((other) => isKept(other, toast)).slice(-2), { ...toast, id }])
  }, [])
  const list = useMemo(
    () => toasts.map((toast) => <ToastLine key={toast.id} toast={toast} closeLabel={closeLabel} onClose={remove} />),
    [toasts, closeLabel, remove],
  )
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {list}
      </div>
    </ToastContext>
  )
}

/** What went wrong and what can be undone stays until it is read or over; everything else is old once there is news. */
function isKept(shown: ToastRequest, next: ToastRequest): boolean {
  if (shown.about !== undefined && shown.about === next.about) return false
  return shown.tone === 'bad' || shown.action !== undefined
}

interface ToastLineProps {
  readonly toast: ShownToast
  readonly closeLabel: string
  onClose(id: number): void
}

function ToastLine({ toast, closeLabel, onClose }: ToastLineProps) {
  useEffect(() => {
    const timer = setTimeout(() => onClose(toast.id), toastMs)
    return () => clearTimeout(timer)
  }, [toast.id, onClose])
  const { action } = toast
  return (
    <div className={`toast toast--${toast.tone ?? 'plain'}`} data-view="toast">
      <span className="toast__text">{toast.text}</span>
      {action !== undefined && (
        <Button
          look="quiet"
          className="toast__action"
          onClick={() => {
            onClose(toast.id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={closeLabel} icon={<X size={14} />} onClick={() => onClose(toast.id)} />
    </div>
  )
}
