// Asks a door unit to write a door card, or to stop waiting for it, and tells why when it cannot.
import type { QueryClient } from '@tanstack/react-query'
import { doorCard } from '../../domain/intercom/door.ts'
import { RequestError } from '../../platform/request-error.ts'
import { refusalOf } from '../../resource/action-dialogs.tsx'
import { invalidateEntity } from '../../resource/query.ts'
import { runCommand, showFailure } from '../../resource/run-command.ts'
import type { Values } from '../../resource/view.ts'
import { doorCardView } from './door-card.view.tsx'
import type { DoorCard } from './door-card-peek.tsx'

/** True when the door unit was asked. A refusal, or a request that was lost, is shown as a toast. */
export const writeDoorCard = (client: QueryClient, card: DoorCard, deviceId: number): Promise<boolean> =>
  run(client, card, 'issue', { deviceId })

/** True when nobody waits for the card any more. */
export const cancelDoorCard = (client: QueryClient, card: DoorCard): Promise<boolean> =>
  run(client, card, 'cancel', {})

async function run(
  client: QueryClient,
  card: DoorCard,
  command: 'issue' | 'cancel',
  input: Values,
): Promise<boolean> {
  try {
    const [refused] = await runCommand(client, {
      view: doorCardView,
      command,
      rows: [{ ...card }],
      input,
      subject: card.holderName,
      quiet: true,
    })
    if (refused) showFailure(refusalOf(refused))
    return !refused
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    showFailure(error)
    return false
  } finally {
    await invalidateEntity(client, doorCard)
  }
}
