import type { LineOrigin } from '../../../protocol/roadstead.ts'
import type { I18n } from '../../platform/i18n.tsx'

/** The answer in words. `rows` are label and value; `prompt` is what the agent was asked, verbatim. */
export interface LineOriginText {
  readonly title: string
  readonly note?: string
  readonly prompt?: string
  readonly rows: readonly { readonly label: string; readonly value: string; readonly mono?: boolean }[]
}

/** Puts who changed a line, and why, into words. Kinds of a newer host say that nothing is known. */
export function lineOriginText(
  origin: LineOrigin,
  { t, at, hostText }: Pick<I18n, 't' | 'at' | 'hostText'>,
): LineOriginText {
  switch (origin.kind) {
    case 'agent': {
      const { approval, commit } = origin
      return {
        title: t('lineOrigin.agent'),
        ...(origin.prompt === '' ? {} : { prompt: origin.prompt }),
        rows: [
          { label: t('lineOrigin.tool'), value: origin.toolName, mono: true },
          { label: t('lineOrigin.when'), value: at(origin.at) },
          { label: t('lineOrigin.approval'), value: approvalText(approval, t) },
          ...(approval.reason === undefined
            ? []
            : [{ label: t('lineOrigin.reason'), value: hostText(approval.reason) }]),
          ...(commit === undefined
            ? [{ label: t('lineOrigin.commit'), value: t('lineOrigin.notCommitted') }]
            : [{ label: t('lineOrigin.commit'), value: `${commit.hash.slice(0, 7)} ${commit.summary}`, mono: true }]),
        ],
      }
    }
    case 'commit': {
      const { commit } = origin
      return {
        title: t('lineOrigin.byCommit', { author: commit.author }),
        note: t('lineOrigin.byCommitNote'),
        rows: [
          { label: t('lineOrigin.commit'), value: `${commit.hash.slice(0, 7)} ${commit.summary}`, mono: true },
          { label: t('lineOrigin.when'), value: at(commit.at) },
        ],
      }
    }
    case 'uncommitted':
      return { title: t('lineOrigin.uncommitted'), note: t('lineOrigin.uncommittedNote'), rows: [] }
    case 'unknown':
      return { title: t('lineOrigin.unknown'), note: hostText(origin.reason), rows: [] }
    default:
      return { title: t('lineOrigin.unknown'), rows: [] }
  }
}

function approvalText(approval: Extract<LineOrigin, { kind: 'agent' }>['approval'], t: I18n['t']): string {
  const { rule } = approval
  if (approval.kind === 'person') return t('lineOrigin.byPerson')
  if (approval.kind === 'remembered')
    return rule === undefined ? t('lineOrigin.byRemembered') : t('lineOrigin.byRememberedRule', { rule })
  return rule === undefined ? t('lineOrigin.byPolicy') : t('lineOrigin.byPolicyRule', { rule })
}
