// The button that opens an import; what is behind it loads when it is pressed.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useScreen } from '../ui/pointer.ts'
import { useOnline } from './surroundings.ts'
import type { View } from './view.ts'

const ImportDrawer = lazy(() => import('./import-drawer.tsx'))

export function ImportButton({ view }: { view: View }) {
  const { t } = useLingui()
  const online = useOnline()
  const phone = useScreen() === 'phone'
  const [open, setOpen] = useState(false)
  return (
    <>
      {phone ? (
        <IconButton icon="upload" label={t`Import`} disabled={!online} onClick={() => setOpen(true)} />
      ) : (
        <Button
          variant="default"
          leftSection={<Icon name="upload" />}
          disabled={!online}
          onClick={() => setOpen(true)}
        >
          {t`Import`}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <ImportDrawer view={view} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
