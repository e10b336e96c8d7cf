// A list of faces once they are on; before that, the terms. What was stored before they were turned off can be looked at
// and erased.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { permissionFor } from '../../domain/entity.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { FacesOff } from './face-switch.tsx'
import { useFaceState } from './use-faces.ts'

export function FacePage({ view }: { view: View }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const { data } = useFaceState()
  const [shown, setShown] = useState(false)
  if (data?.on !== false || shown || !may(permissionFor(view.entity, 'read'))) return <ListPage view={view} />
  return (
    <PageFrame scrolls>
      <PageHead title={i18n._(view.title)} />
      <FacesOff />
      <Row wrap gap={3} below={4}>
        <Text tone="ink-2" size="small">
          <Trans>What was stored before can still be looked at and erased.</Trans>
        </Text>
        <Button variant="default" onClick={() => setShown(true)}>{t`Show what is stored`}</Button>
      </Row>
    </PageFrame>
  )
}
