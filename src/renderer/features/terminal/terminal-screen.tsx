import { useEffect, useLayoutEffect, useRef, type Ref, useImperativeHandle } from 'react'
import type { TerminalState } from '../../../protocol/channels/terminal/state.ts'
import { useToast } from '../../components/toast.tsx'
import { useHost } from '../../hosts/host-context.ts'
import { useDispatch } from '../../hosts/use-request.ts'
import { useAppearance } from '../../platform/appearance.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { usePreference } from '../../platform/preferences.ts'
import { createTerminalView, type TerminalView } from './create-terminal-view.ts'
import type { Paste } from './paste.ts'
import { rawText } from './terminal-text.ts'

/** What buttons around a terminal do with it. */
export interface TerminalScreenHandle {
  paste(text: string): void
  copy(what: 'selection' | 'all'): void
  focus(): void
}

interface TerminalScreenProps {
  readonly uri: string
  readonly state: TerminalState
  /** Whether this client holds the claim and the process runs. */
  readonly writable: boolean
  readonly focusAtOnce: boolean
  readonly ref?: Ref<TerminalScreenHandle>
  onLines(paste: Extract<Paste, { kind: 'lines' }>): void
}

/** The text of a terminal, and typing into it. */
export function TerminalScreen({ uri, state, writable, focusAtOnce, ref, onLines }: TerminalScreenProps) {
  const { t } = useI18n()
  const { platform } = useHost()
  const dispatch = useDispatch()
  const toast = useToast()
  const appearance = useAppearance()
  const [screenReader] = usePreference('screenReader')
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<TerminalView | undefined>(undefined)
  const latest = useRef({ t, uri, state, writable, screenReader, focusAtOnce, dispatch, toast, onLines, platform })
  useLayoutEffect(() => {
    latest.current = { t, uri, state, writable, screenReader, focusAtOnce, dispatch, toast, onLines, platform }
  })

  useEffect(() => {
    if (element.current === null) return
    const start = latest.current
    let saidLost = false
    const created = createTerminalView({
      element: element.current,
      label: start.t('terminal.output', { title: start.state.title }),
      screenReader: start.screenReader,
      keyboard: start.platform.keyboard,
      events: {
        onInput(data) {
          const now = latest.current
          void now.dispatch(now.uri, { type: 'terminal/input', data }).then((outcome) => {
            if (outcome.kind === 'applied') saidLost = false
            else if (!saidLost) {
              saidLost = true
              now.toast({ tone: 'bad', text: now.t('terminal.inputLost', { reason: outcome.reason }) })
            }
          })
        },
        onFit(cols, rows) {
          const now = latest.current
          void now.dispatch(now.uri, { type: 'terminal/resized', cols, rows })
        },
        onLines: (paste) => latest.current.onLines(paste),
        onCopied: (isDone) => {
          const now = latest.current
          now.toast({
            text: now.t(isDone ? 'terminal.copied' : 'terminal.copyFailed'),
            ...(isDone ? {} : { tone: 'bad' as const }),
          })
        },
      },
    })
    view.current = created
    created.show(contentOf(start.state, start.writable))
    if (start.focusAtOnce) created.focus()
    return () => {
      view.current = undefined
      created.dispose()
    }
  }, [])

  useEffect(() => {
    // Output comes in many small pieces; one write per frame is enough. A page in the background draws no frames.
    const show = () => view.current?.show(contentOf(state, writable))
    if (document.visibilityState === 'hidden') return show()
    const frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
  }, [state, writable])
  useEffect(() => view.current?.setScreenReader(screenReader), [screenReader])
  useEffect(() => view.current?.recolor(), [appearance])

  useImperativeHandle(
    ref,
    () => ({
      paste: (text) => view.current?.paste(text),
      copy: (what) => view.current?.copy(what),
      focus: () => view.current?.focus(),
    }),
    [],
  )

  return <div ref={element} className="terminal__screen" />
}

function contentOf(state: TerminalState, writable: boolean) {
  return { text: rawText(state.content), cols: state.cols ?? 80, rows: state.rows ?? 24, writable }
}
