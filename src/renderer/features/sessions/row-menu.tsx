import {
  Archive,
  ArchiveRestore,
  Columns2,
  Mail,
  MailOpen,
  Pencil,
  Pin,
  PinOff,
  SquareCheck,
  Trash2,
} from 'lucide-react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import type { MenuItem } from '../../components/menu.tsx'
import type { Translate } from '../../platform/i18n.tsx'
import { isArchived, isUnread } from './group.ts'
import type { RowActions, RowFacts } from './row-actions.ts'

interface MenuNeeds {
  readonly summary: SessionSummary
  readonly isPinned: boolean
  /** Whether it stands under the heading of what is pinned, where it can be moved. */
  readonly isAmongPins: boolean
  readonly isChosen: boolean
  readonly facts: RowFacts
  readonly actions: RowActions
}

/** Everything a person can do with one session of the list. */
export function rowMenu(t: Translate, needs: MenuNeeds): readonly (MenuItem | 'separator')[] {
  const { summary, isPinned, isAmongPins, isChosen, facts, actions } = needs
  const session = summary.resource
  const unread = isUnread(summary)
  const item = (id: string, label: string, icon: React.ReactNode, run: () => void, keys?: string): MenuItem => ({
    id,
    label,
    icon,
    run,
    ...(keys === undefined ? {} : { keys }),
  })
  const remove: MenuItem = {
    ...item('delete', t('sessions.delete'), <Trash2 size={14} />, () => actions.askDelete(summary)),
    danger: true,
  }
  if (isArchived(summary))
    return [
      item('unarchive', t('sessions.unarchive'), <ArchiveRestore size={14} />, () => actions.unarchive(summary)),
      item('select', t(isChosen ? 'sessions.unselect' : 'sessions.select'), <SquareCheck size={14} />, () =>
        actions.press(session, 'toggle'),
      ),
      'separator',
      remove,
    ]
  return [
    ...(facts.canOpenBeside
      ? [
          item(
            'beside',
            t('sessions.openBeside'),
            <Columns2 size={14} />,
            () => actions.openBeside(session),
            facts.besideKeys,
          ),
        ]
      : []),
    item('rename', t('sessions.rename'), <Pencil size={14} />, () => actions.startRename(session), 'F2'),
    isPinned
      ? item('unpin', t('sessions.unpin'), <PinOff size={14} />, () => actions.setPinned(session, false))
      : item('pin', t('sessions.pin'), <Pin size={14} />, () => actions.setPinned(session, true)),
    ...(isAmongPins
      ? [
          item('pin-up', t('sessions.pinUp'), undefined, () => actions.movePin(session, -1), 'Alt+↑'),
          item('pin-down', t('sessions.pinDown'), undefined, () => actions.movePin(session, 1), 'Alt+↓'),
        ]
      : []),
    item(
      'read',
      t(unread ? 'sessions.markRead' : 'sessions.markUnread'),
      unread ? <MailOpen size={14} /> : <Mail size={14} />,
      () => actions.setRead(session, unread),
    ),
    item('select', t(isChosen ? 'sessions.unselect' : 'sessions.select'), <SquareCheck size={14} />, () =>
      actions.press(session, 'toggle'),
    ),
    'separator',
    item('archive', t('sessions.archive'), <Archive size={14} />, () => actions.archive(summary), 'Del'),
    remove,
  ]
}
