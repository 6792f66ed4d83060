import { ArrowDown, ArrowUp, ChevronsDownUp, Columns2, Ellipsis, Rows2, UserSearch, WrapText } from 'lucide-react'
import { IconButton } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { useI18n } from '../../../platform/i18n.tsx'
import { neverSplitBelowWidth, splitFromWidth } from './split-from-width.ts'
import type { DiffOptions } from './diff-view.ts'
import type { DiffSetters } from './use-diff-options.ts'

interface DiffToolbarProps {
  readonly options: DiffOptions
  readonly set: DiffSetters
  /** Pixels the diff has. */
  readonly width: number
  readonly canAsk: boolean
  /** Whether there are two sides to lay out and compare. */
  readonly isBoth: boolean
  onGo(target: 'next' | 'previous'): void
  onAskLine(): void
}

/** The small row of switches above a diff. */
export function DiffToolbar({ options, set, width, canAsk, isBoth, onGo, onAskLine }: DiffToolbarProps) {
  const { t } = useI18n()
  const isSplit = options.layout === 'split' || (options.layout === 'auto' && width >= splitFromWidth)
  return (
    <div className="diff__toolbar" role="toolbar" aria-label={t('diff.toolbar')}>
      <IconButton
        label={t('diff.previous')}
        aria-keyshortcuts="p"
        icon={<ArrowUp size={16} />}
        onClick={() => onGo('previous')}
      />
      <IconButton
        label={t('diff.next')}
        aria-keyshortcuts="n"
        icon={<ArrowDown size={16} />}
        onClick={() => onGo('next')}
      />
      <IconButton
        label={t('lineOrigin.ask')}
        aria-keyshortcuts="w"
        icon={<UserSearch size={16} />}
        disabled={!canAsk}
        onClick={onAskLine}
      />
      {isBoth && width >= neverSplitBelowWidth && (
        <IconButton
          label={isSplit ? t('diff.inline') : t('diff.split')}
          icon={isSplit ? <Rows2 size={16} /> : <Columns2 size={16} />}
          onClick={() => set.layout(isSplit ? 'inline' : width >= splitFromWidth ? 'auto' : 'split')}
        />
      )}
      <Menu
        view="menu-diff"
        label={t('diff.options')}
        align="end"
        items={[
          {
            id: 'wrap',
            label: t('diff.wrap'),
            icon: <WrapText size={14} />,
            checked: options.wrap,
            run: () => set.wrap(!options.wrap),
          },
          {
            id: 'collapse',
            label: t('diff.collapse'),
            icon: <ChevronsDownUp size={14} />,
            checked: options.collapse,
            run: () => set.collapse(!options.collapse),
          },
          {
            id: 'whitespace',
            label: t('diff.whitespace'),
            checked: options.whitespace,
            run: () => set.whitespace(!options.whitespace),
          },
          'separator',
          {
            id: 'screen-reader',
            label: t('diff.screenReader'),
            checked: options.screenReader,
            run: () => set.screenReader(!options.screenReader),
          },
        ]}
      >
        <IconButton label={t('diff.options')} icon={<Ellipsis size={16} />} />
      </Menu>
    </div>
  )
}
