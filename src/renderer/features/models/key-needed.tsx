import { useEffect, useState } from 'react'
import { useToast } from '../../components/toast.tsx'
import { useHost } from '../../hosts/host-context.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { KeyDialog, type KeyWish } from './key-dialog.tsx'

/** Says when the host misses a key (`auth/required`, SPEC 26), with the way to give it. Once on the page. */
export function KeyNeeded() {
  const { t } = useI18n()
  const { client } = useHost()
  const toast = useToast()
  const [wish, setWish] = useState<KeyWish | undefined>(undefined)
  useEffect(
    () =>
      client.onNotification('auth/required', ({ resource, reason }) => {
        const provider = resource.resource_name ?? resource.resource
        toast({
          text: t(reason === 'expired' ? 'modelKeys.expired' : 'modelKeys.required', { provider }),
          tone: 'bad',
          about: `key ${resource.resource}`,
          action: {
            label: t(reason === 'expired' ? 'modelKeys.change' : 'modelKeys.add'),
            run: () => setWish({ kind: 'resource', resource: resource.resource }),
          },
        })
      }),
    [client, t, toast],
  )
  return <KeyDialog wish={wish} onClose={() => setWish(undefined)} />
}
