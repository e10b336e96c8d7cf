// The one page that stands for every route whose capability this version does not contain.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { routeName } from '../../domain/navigation/routes.ts'
import { NotBuilt } from '../../ui/states.tsx'
import { titlesByName } from './titles-by-name.ts'

export default function NotBuiltPage({ path }: { path: string }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const title = titlesByName.get(routeName(path))
  return (
    <NotBuilt
      name={title ? i18n._(title) : path}
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/' })}>
          <Trans>Go to the first page</Trans>
        </Button>
      }
    />
  )
}
