// Phones somebody, by whatever the machine phones with; beside other buttons, so only its icon is shown.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Icon } from './icons.tsx'

export function CallButton({ number }: { number: string }) {
  const { t } = useLingui()
  return (
    <Button variant="default" component="a" href={`tel:${number}`} aria-label={t`Call`} title={t`Call`}>
      <Icon name="phone" />
    </Button>
  )
}
