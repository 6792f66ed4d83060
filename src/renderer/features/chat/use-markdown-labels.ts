import { useMemo } from 'react'
import type { MarkdownLabels } from '../../components/markdown-labels.ts'
import { useI18n, type Translate } from '../../platform/i18n.tsx'

/** The words of drawn Markdown in the language in use. */
export function useMarkdownLabels(): MarkdownLabels {
  const { t } = useI18n()
  return useMemo(() => labelsIn(t), [t])
}

function labelsIn(t: Translate): MarkdownLabels {
  return {
    copy: t('common.copy'),
    copied: t('common.copied'),
    wrap: t('markdown.wrap'),
    noWrap: t('markdown.noWrap'),
    code: t('markdown.code'),
    showAll: (count) => t('markdown.showAll', { count }),
    showLess: t('markdown.showLess'),
    done: t('markdown.done'),
    notDone: t('markdown.notDone'),
    footnotes: t('markdown.footnotes'),
    backToText: t('markdown.backToText'),
    link: {
      title: t('link.title'),
      open: t('link.open'),
      copy: t('link.copy'),
      copied: t('common.copied'),
      spelled: (host) => t('link.spelled', { host }),
      differs: t('link.differs'),
      hidden: t('link.hidden'),
      insecure: t('link.insecure'),
    },
  }
}
