// From the list of boards: to look at one, or to compose it.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { board } from '../../domain/board/board.ts'
import { permissionFor } from '../../domain/entity.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { boardPath, editPath } from './addresses.ts'

export function BoardPeek({ id }: { id: number }) {
  const may = useRights()
  return (
    <PeekSection title={<Trans>Tiles</Trans>}>
      <Row gap={2} wrap>
        <Button component="a" variant="default" href={`#${boardPath(id)}`}>
          <Trans>Show board</Trans>
        </Button>
        {may(permissionFor(board, 'save')) && (
          <Button
            component="a"
            variant="default"
            leftSection={<Icon name="edit" />}
            href={`#${editPath(id)}`}
          >
            <Trans>Edit tiles</Trans>
          </Button>
        )}
      </Row>
    </PeekSection>
  )
}
