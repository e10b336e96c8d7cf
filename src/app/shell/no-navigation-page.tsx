// A person without any page: says so, and offers the way out.
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { showToast } from '../../platform/toast.ts'
import { Empty } from '../../ui/states.tsx'
import { leave, refreshMenu } from '../session-life.ts'

export function NoNavigationPage() {
  useEffect(() => {
    showToast({ kind: 'tip', message: msg`No navigation bar data assigned` })
  }, [])
  return (
    <Empty
      page
      icon="menu"
      title={<Trans>No navigation bar data assigned</Trans>}
      why={<Trans>Your role has no pages yet. An administrator of your company can grant them.</Trans>}
      action={
        <>
          <Button variant="default" mie="sm" onClick={() => void refreshMenu()}>
            <Trans>Check again</Trans>
          </Button>
          <Button variant="subtle" onClick={leave}>
            <Trans>Log out</Trans>
          </Button>
        </>
      }
    />
  )
}
